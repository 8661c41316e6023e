import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, renderApp, type Backend } from '../../../dom/harness.tsx'

const seed = ({ service: { seed: builders }, mei }: Backend) => {
  for (const name of ['a.jpg', 'b.mp4', 'c.wav']) {
    builders.addFile(mei, ['Trip', name], { contents: new Uint8Array(9) })
  }
}
const open = async (name: string) => {
  const app = await renderApp({
    path: '/files?uri=svc%3A%2F%2Fmy%2FTrip&layout=list',
    seed,
    isStrict: false,
  })
  await app.user.dblClick(await screen.findByRole('row', { name }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name })) }
}

describe('F8 video and audio', () => {
  it('are played in the viewer, among the pictures around them', async () => {
    const { user, dialog } = await open('b.mp4')
    const video = await dialog.findByLabelText('b.mp4, player')
    expect(video.tagName).toBe('VIDEO')
    expect(video).toHaveAttribute('src', expect.stringMatching(/^\/api\/v4\/file\/content\//))
    expect(dialog.getByText('2 of 3')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Zoom in' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    const audio = await screen.findByLabelText('c.wav, player')
    expect(audio.tagName).toBe('AUDIO')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(await screen.findByRole('dialog', { name: 'a.jpg' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  })

  it('G7 the player has its own arrow keys, and Escape closes', async () => {
    const { user, dialog } = await open('b.mp4')
    const video = await dialog.findByLabelText('b.mp4, player')
    fireEvent.keyDown(video, { key: 'ArrowRight' })
    expect(screen.getByRole('dialog', { name: 'b.mp4' })).toBeVisible()
    fireEvent.keyDown(video, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(here()).not.toContain('view=')
    await user.keyboard('{Enter}')
  })

  it('that cannot be played say so and can be downloaded', async () => {
    const { dialog } = await open('b.mp4')
    fireEvent.error(await dialog.findByLabelText('b.mp4, player'))
    const face = within(dialog.getByRole('alert'))
    expect(face.getByText('This video can’t be played here.')).toBeVisible()
    expect(face.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(face.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('that break off go on from there after Retry', async () => {
    const { user, dialog } = await open('b.mp4')
    const video = await dialog.findByLabelText<HTMLVideoElement>('b.mp4, player')
    Object.defineProperty(video, 'currentTime', { value: 4000.25 })
    fireEvent.error(video)
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByLabelText('b.mp4, player')).toHaveAttribute(
      'src',
      expect.stringMatching(/#t=4000\.25$/),
    )
  })

  it('go on from there after a Retry that fails, too', async () => {
    const { user, dialog } = await open('b.mp4')
    const video = await dialog.findByLabelText<HTMLVideoElement>('b.mp4, player')
    Object.defineProperty(video, 'currentTime', { value: 4000.25 })
    fireEvent.error(video)
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    // It has not come to any place.
    fireEvent.error(await dialog.findByLabelText('b.mp4, player'))
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByLabelText('b.mp4, player')).toHaveAttribute(
      'src',
      expect.stringMatching(/#t=4000\.25$/),
    )
  })
})

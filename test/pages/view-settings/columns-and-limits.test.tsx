import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  saved,
  seedPhotos,
  storedView,
  writes,
  open,
  ready,
  layout,
  pageSize,
  width,
  saveButton,
  whatChanges,
  columnNames,
  retype,
  save,
} from './fixtures.tsx'

const moveHandle = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Move .*${name}`) })

describe('V3 columns', () => {
  it('V3 are added from all there are, by search and by key', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    const search = await screen.findByRole('combobox', { name: 'Search columns' })
    expect(search).toHaveFocus()
    expect(screen.getByRole('group', { name: 'Pictures' })).toBeVisible()
    expect(screen.getByRole('option', { name: /Size.*already shown/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.keyboard('focal{Enter}')
    expect(columnNames()).toEqual(['Name', 'Size', 'Modified', 'Focal length'])
    await user.clear(search)
    await user.keyboard('note:mood{Enter}')
    await user.keyboard('{Escape}{Escape}')
    expect(screen.queryByRole('combobox', { name: 'Search columns' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Add column…' })).toHaveFocus()
    await save(user)
    expect(storedView(app)?.columns).toEqual([
      { type: 0 },
      { type: 2 },
      { type: 1 },
      { type: 16 },
      { type: 3, props: { metadata_key: 'note:mood' } },
    ])
  })

  it('V3 custom properties of the site are offered by their names', async () => {
    const { user, ...app } = await open({
      faults: (rules) =>
        rules.always('GET /site/config/explorer', {
          kind: 'json',
          body: {
            code: 0,
            msg: '',
            data: { custom_props: [{ id: 'stars', name: 'fileManager.rating', type: 'rating' }] },
          },
        }),
    })
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    await user.click(await screen.findByRole('option', { name: 'Rating' }))
    expect(columnNames().at(-1)).toBe('Rating')
    await user.keyboard('{Escape}')
    await save(user)
    expect(storedView(app)?.columns?.at(-1)).toEqual({
      type: 26,
      props: { custom_props_id: 'stars' },
    })
  })

  it('V3 are moved by keys, said aloud, and the name stays', async () => {
    const { user } = await open()
    await ready()
    moveHandle('Modified').focus()
    await user.keyboard('{ArrowUp}')
    expect(columnNames()).toEqual(['Name', 'Modified', 'Size'])
    expect(moveHandle('Modified')).toHaveFocus()
    expect(await screen.findByText(/Modified.* is now column 2 of 3/)).toBeInTheDocument()
    await user.keyboard('{ArrowUp}')
    expect(columnNames()).toEqual(['Name', 'Modified', 'Size'])
    await user.keyboard('{End}')
    expect(columnNames()).toEqual(['Name', 'Size', 'Modified'])
    expect(screen.queryByRole('button', { name: /^(?:Move|Remove) .*Name/ })).toBeNull()
    expect(whatChanges().queryByText(/Columns/)).toBeNull()
  })

  it('V3 are removed, with focus on the next, and have a width', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    expect(screen.getByRole('button', { name: /^Remove .*Modified/ })).toHaveFocus()
    const field = screen.getByRole('textbox', { name: /^Width of .*Name/ })
    await user.type(field, '4')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/A whole number from 40 to 2,000/)
    await user.click(saveButton())
    expect(field).toHaveFocus()
    await user.type(field, '20')
    expect(field).toBeValid()
    await save(user)
    expect(storedView(app)?.columns).toEqual([{ type: 0, width: 420 }, { type: 1 }])
  })

  it('V3 a width that is being typed is gone with its column', async () => {
    const { user, requests } = await open()
    await ready()
    await user.type(screen.getByRole('textbox', { name: /^Width of .*Size/ }), '1e3')
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    await save(user)
    expect(writes(requests)).toHaveLength(1)
  })

  it('V3 kinds that are not known are shown neutrally, moved, kept, and removed', async () => {
    const columns = [
      { type: 0 },
      { type: 4711, width: -3, props: { metadata_key: 'x' } },
      { type: 2, width: -7 },
    ]
    const { user, ...app } = await open({ seed: seedPhotos({ ...saved, columns }) })
    await ready()
    expect(columnNames()).toEqual(['Name', 'Unknown column (4711)', 'Size'])
    expect(screen.getByText(/kept unchanged/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^Width of .*Size/ })).toHaveValue('')
    moveHandle('Unknown column').focus()
    await user.keyboard('{ArrowDown}')
    await save(user)
    expect(storedView(app)?.columns).toEqual([columns[0], columns[2], columns[1]])
    await user.click(screen.getByRole('button', { name: /^Remove .*Unknown column \(4711\)/ }))
    expect(columnNames()).toEqual(['Name', 'Size'])
  })

  it('V3 a thousand of them are the most, and are all there', async () => {
    const columns = Array.from({ length: 1000 }, (_, type) => ({
      type: type === 0 ? 0 : 3,
      ...(type && { props: { metadata_key: `k${type}` } }),
    }))
    const { user, ...app } = await open({ seed: seedPhotos({ ...saved, columns }) })
    await ready()
    expect(columnNames()).toHaveLength(100)
    expect(screen.getByRole('button', { name: 'Add column…' })).toHaveAccessibleDescription(
      '1,000 columns at most.',
    )
    await user.click(layout('Grid'))
    await save(user)
    expect(storedView(app)?.columns).toEqual(columns)
  })
})

describe('V9 limits', () => {
  it.each([
    ['', 'Type a number from 50 to 2,000.'],
    ['49', 'At least 50.'],
    ['-100', 'At least 50.'],
    ['2001', 'At most 2,000.'],
    ['99999999999999999999', 'At most 2,000.'],
    ['1e3', 'Only digits: a whole number from 50 to 2,000.'],
    ['100.5', 'Only digits: a whole number from 50 to 2,000.'],
    ['1,000', 'Only digits: a whole number from 50 to 2,000.'],
    ['a few', 'Only digits: a whole number from 50 to 2,000.'],
  ])('V9 items per page of “%s” stays as it was typed and is not sent', async (text, words) => {
    const { user, requests } = await open()
    await ready()
    await user.clear(pageSize())
    if (text) await user.paste(text)
    expect(pageSize()).toHaveValue(text)
    expect(pageSize()).toBeInvalid()
    expect(pageSize()).toHaveAccessibleDescription(words)
    expect(whatChanges().getByText('A field is not finished')).toBeVisible()
    await user.click(saveButton())
    expect(pageSize()).toHaveFocus()
    expect(writes(requests)).toEqual([])
    await retype(user, pageSize(), ' 50 ')
    expect(pageSize()).toBeValid()
    await save(user)
  })

  it.each(['49', '501', '', '2e2', '99.5'])(
    'V9 a picture width of “%s” is not sent',
    async (text) => {
      const { user, requests } = await open()
      await ready()
      await user.click(layout('Gallery'))
      await user.clear(width())
      if (text) await user.paste(text)
      expect(width()).toBeInvalid()
      // What is typed stays, whatever else is changed.
      await user.click(layout('Grid'))
      expect(width()).toHaveValue(text)
      await user.click(layout('Gallery'))
      await user.click(saveButton())
      expect(width()).toHaveFocus()
      expect(writes(requests)).toEqual([])
      fireEvent.change(screen.getByRole('slider'), { target: { value: '300' } })
      expect(width()).toBeValid()
      await save(user)
    },
  )

  it('V3 only a gallery asks for the width of its pictures', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Gallery'))
    expect(width()).toBeVisible()
    await user.click(layout('List'))
    expect(screen.queryByRole('textbox', { name: 'Picture width in px' })).toBeNull()
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('V9 what the wire requires is sent where the view says nothing of it', async () => {
    const { user, ...app } = await open({ seed: seedPhotos(null) })
    await ready()
    await user.click(layout('List'))
    await save(user)
    expect(storedView(app)).toEqual({
      page_size: 100,
      order_direction: 'asc',
      view: 'list',
      thumbnail: true,
      gallery_width: 220,
    })
  })
})

import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The button that chooses the open folder. Until that folder has been read it refuses to do anything. */
export const chooseButton = (name: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole('button', { name })
    expect(button).not.toHaveAttribute('aria-disabled')
    return button
  })

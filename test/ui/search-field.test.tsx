import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { setMedia } from '../dom/dom-state.ts'
import { English } from './english.tsx'

function draw() {
  const change = vi.fn<(text: string) => void>()
  function Searching() {
    const [text, setText] = useState('')
    const onChange = (next: string) => {
      change(next)
      setText(next)
    }
    return <SearchField value={text} onChange={onChange} />
  }
  render(<Searching />, { wrapper: English })
  const field = screen.getByRole('searchbox')
  return { change, field, type: (value: string) => fireEvent.input(field, { target: { value } }) }
}

it('gives a word of an input method on once it is composed', () => {
  const { change, field, type } = draw()
  fireEvent.compositionStart(field)
  for (const text of ['n', 'ni', 'ni h', 'ni hao']) type(text)
  expect(field).toHaveValue('ni hao')
  expect(change).not.toHaveBeenCalled()
  type('你好')
  fireEvent.compositionEnd(field)
  expect(change.mock.calls).toEqual([['你好']])
  type('你好 2')
  expect(change).toHaveBeenLastCalledWith('你好 2')
  expect(field).toHaveValue('你好 2')
})

it('gives on at once what is typed on the screen, where keyboards compose every word', () => {
  setMedia('(pointer: coarse)', true)
  const { change, field, type } = draw()
  fireEvent.compositionStart(field)
  type('rep')
  expect(change).toHaveBeenLastCalledWith('rep')
  expect(field).toHaveValue('rep')
})

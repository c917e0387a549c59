import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { getComposer } from '../../../testing/render-messages-page.tsx'
import { hidePage } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { BOB } from '../../../testing/fixtures/message-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { Composer, DeletedUserNotice, type ComposerHandle } from './composer.tsx'

test('Enter sends, Shift+Enter starts a line, and the field is cleared at once', async () => {
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), 'one{Shift>}{Enter}{/Shift}two{Enter}')
  expect(sent).toEqual(['one\ntwo'])
  expect(getComposer().value).toBe('')
  expect(document.activeElement).toBe(getComposer())
})

test('on a touch screen Enter starts a line, and the button sends', async () => {
  mockTouchScreen()
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), 'one{Enter}two')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent).toEqual(['one\ntwo'])
})

test('Ctrl+Enter sends everywhere', async () => {
  mockTouchScreen()
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), 'one{Control>}{Enter}{/Control}')
  expect(sent).toEqual(['one'])
})

test('Enter in a block of code starts a line, until the block is closed', async () => {
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), '```ts{Enter}const a = 1{Enter}```{Enter}')
  expect(sent).toEqual(['```ts\nconst a = 1\n```'])
})

test('Enter that ends the composing of a character sends nothing', async () => {
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), 'に')
  fireEvent.keyDown(getComposer(), { key: 'Enter', isComposing: true })
  expect(sent).toEqual([])
})

test('a message of spaces is not sent', async () => {
  const { sent } = renderComposer()
  await userEvent.type(getComposer(), '   {Enter}')
  expect(sent).toEqual([])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})

test('near the limit the characters are counted, and beyond it nothing is sent', async () => {
  const { sent } = renderComposer()
  await paste('a'.repeat(4500))
  expect(screen.queryByText('4500/5000')).toBeNull()
  await paste('a')
  expect(screen.getByText('4501/5000')).toBeTruthy()
  await paste('a'.repeat(500))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Message cannot be more than 5000 characters')).toBeTruthy()
  expect(sent).toEqual([])
})

test('emoji count as one character; 5001 stay in the field and 5000 are sent', async () => {
  const { sent } = renderComposer()
  await paste('🐬'.repeat(5001))
  expect(screen.getByText('5001/5000')).toBeTruthy()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('Message cannot be more than 5000 characters')
  expect(getComposer().getAttribute('aria-describedby')?.split(' ')).toContain(alert.id)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await userEvent.click(getComposer())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(getComposer().value).toBe('🐬'.repeat(5001))
  expect(sent).toEqual([])

  await userEvent.clear(getComposer())
  await paste(` ${'🐬'.repeat(5000)} `)
  expect(screen.getByText('5000/5000')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(getComposer().value).toBe('')
  expect(sent).toEqual(['🐬'.repeat(5000)])
})

test('typed text is restored after a reload', async () => {
  renderComposer()
  await userEvent.type(getComposer(), 'half a thought')
  hidePage()
  cleanup()
  renderComposer()
  expect(getComposer().value).toBe('half a thought')
})

test('a sent message leaves no draft', async () => {
  renderComposer()
  await userEvent.type(getComposer(), 'sent{Enter}')
  hidePage()
  cleanup()
  renderComposer()
  expect(getComposer().value).toBe('')
})

test('a deleted account has a notice instead of the field', () => {
  render(<DeletedUserNotice />)
  expect(
    screen.getByText('This account was deleted. Deleted User cannot be written to.'),
  ).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

function renderComposer() {
  const sent: string[] = []
  const field = createRef<ComposerHandle>()
  renderPage(
    <Composer
      ref={field}
      draftKey={`message:${BOB._id}`}
      name="bob"
      onSend={(content) => sent.push(content)}
      onType={() => undefined}
      onStop={() => undefined}
    />,
    '/messages',
    createViewerFixture(),
  )
  return { sent }
}

async function paste(text: string) {
  await userEvent.click(getComposer())
  await userEvent.paste(text)
}

function mockTouchScreen() {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === '(pointer: coarse)' ? 'all' : query),
  )
}

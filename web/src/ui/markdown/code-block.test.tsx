import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderLoadedMarkdown } from '../../testing/render-loaded-markdown.tsx'

test.each([
  ['ts', 'TypeScript'],
  ['C++', 'C++'],
  ['zig', 'zig'],
  ['', 'Code'],
  ['constructor', 'constructor'],
])('a block of %j is named %s', async (language, name) => {
  await renderLoadedMarkdown(`\`\`\`${language}\nx -> y\n\`\`\``)
  expect(screen.getByText(name, { exact: true })).toBeTruthy()
})

test('code is copied by keyboard as it was typed, and it is announced', async () => {
  const user = userEvent.setup()
  await renderLoadedMarkdown('```rust\nfn tide() -> u8 {\n  1\n}\n```')
  screen.getByRole('button', { name: 'Copy code' }).focus()
  await user.keyboard('{Enter}')
  expect(await navigator.clipboard.readText()).toBe('fn tide() -> u8 {\n  1\n}')
  expect((await screen.findByRole('status')).textContent).toBe('Copied')
})

test('a browser that does not allow copying leads to a message', async () => {
  const user = userEvent.setup()
  const { toast } = await import('../overlays/toast.tsx')
  const error = vi.spyOn(toast, 'error')
  await renderLoadedMarkdown('```\nx\n```')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied'))
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(error).toHaveBeenCalledWith(
    'The code could not be copied. Please select it and copy it yourself.',
  )
})

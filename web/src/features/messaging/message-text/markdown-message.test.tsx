import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderLoadedMarkdown, LOADING_TIMEOUT } from '../../../testing/render-loaded-markdown.tsx'
import { createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import {
  BOB_CONVERSATION_PATH,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'

const renderMessage = async (text: string) => renderLoadedMarkdown(text, { isMessage: true })

test('only a message that was sent as Markdown is shown as such', async () => {
  const content = 'Try `pnpm dev`'
  mockMessages([
    createMessageFixture(1, { content }),
    createMessageFixture(2, { content, format: 'markdown' }),
  ])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const code = await screen.findByText('pnpm dev', { selector: 'code' }, LOADING_TIMEOUT)
  expect(code.closest('li')?.textContent).toContain('Try pnpm dev')
  expect(screen.getAllByText(content, { selector: 'p' })).toHaveLength(1)
})

test.each([
  ['ANDROID_NDK_ROOT and _this_', 'p', 'ANDROID_NDK_ROOT and _this_'],
  ['2 *3* 4', 'p', '2 *3* 4'],
  ['__init__', 'p', '__init__'],
  ['# 1 and\n# 2', 'p', '# 1 and\n# 2'],
  ['[1]: https://dolph.example', 'p', '[1]: https://dolph.example'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'pre', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ['see[^1]\n\n[^1]: note', 'p', 'see[^1]'],
  ['<b>no</b>', 'p', '<b>no</b>'],
])('%j is shown as typed', async (text, selector, shown) => {
  const message = await renderMessage(text)
  expect(message.querySelector(selector)?.textContent).toBe(shown)
  expect(message.querySelector('em, h1, h2, h3, h4, table, hr, img, sup, b')).toBeNull()
})

test('bold, struck and quoted text, lists, links and code are formatted', async () => {
  const message = await renderMessage(
    '**a** ~~b~~ `c`\n\n> d\n\n- e\n\n[f](https://dolph.example)\n\n```ts\ng\n```',
  )
  for (const element of ['strong', 'del', 'code', 'blockquote', 'ul li', 'a[rel~=ugc]', 'pre'])
    expect(message.querySelector(element)).toBeTruthy()
})

test('code gets its colors when it comes into view', async () => {
  const seen: (() => void)[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void) {
        seen.push(() => report([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  const [first, second] = ['const low = 1', 'const high = 2']
  const message = await renderMessage(`\`\`\`ts\n${first}\n\`\`\`\n\n\`\`\`ts\n${second}\n\`\`\``)
  expect(message.querySelector('.hljs-keyword')).toBeNull()
  act(() => seen[0]?.())
  await waitFor(
    () => expect(message.querySelector('.hljs-keyword')?.textContent).toBe('const'),
    LOADING_TIMEOUT,
  )
  const blocks = [...message.querySelectorAll('pre code.language-ts')]
  expect(blocks.map(({ textContent }) => textContent?.trimEnd())).toEqual([first, second])
  expect(message.querySelectorAll('.hljs-keyword')).toHaveLength(1)
})

test('a picture from elsewhere is a link', async () => {
  const message = await renderMessage('![chart](https://elsewhere.example/a.png)')
  expect(message.querySelector('img')).toBeNull()
  expect(screen.getByRole('link', { name: 'chart' })).toBeTruthy()
})

test('code of more than twenty lines is folded until it is asked for', async () => {
  const lines = Array.from({ length: 21 }, (_, index) => `line ${index}`).join('\n')
  const message = await renderMessage(`\`\`\`\n${lines}\n\`\`\``)
  expect(message.querySelector('[data-folded]')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 21 lines' }))
  expect(message.querySelector('[data-folded]')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('PRE'))
  const short = await renderMessage(`\`\`\`\n${lines.replace('line 0\n', '')}\n\`\`\``)
  expect(short.querySelector('[data-folded]')).toBeNull()
  const inPost = await renderLoadedMarkdown(`\`\`\`\n${lines}\n\`\`\``)
  expect(inPost.querySelector('[data-folded]')).toBeNull()
})

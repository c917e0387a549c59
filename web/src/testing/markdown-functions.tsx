import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { loadMarkdown, Markdown, ServerMarkdown } from '../ui/markdown/markdown.tsx'
import type { MarkdownFunctions } from './load-markdown-functions.ts'

const PROBE = '*probe*'
const OPTIONS = { hasPictures: true, mentions: ['ada'] }

/** Loaded by `load-markdown-functions.ts`. */
export async function createMarkdownFunctions(element: HTMLElement): Promise<MarkdownFunctions> {
  await loadMarkdown()
  const root = createRoot(element)
  const functions: MarkdownFunctions = {
    markdownOnServer: (text) =>
      renderToString(
        <MemoryRouter>
          <ServerMarkdown text={text} {...OPTIONS} />
        </MemoryRouter>,
      ),
    markdownInBrowser: (text) => {
      flushSync(() =>
        root.render(
          <MemoryRouter>
            <Markdown text={text} {...OPTIONS} />
          </MemoryRouter>,
        ),
      )
      return element
    },
  }
  for (const html of [
    functions.markdownOnServer(PROBE),
    functions.markdownInBrowser(PROBE).innerHTML,
  ])
    if (!html.includes('<em>')) throw new Error(`Markdown was not rendered: ${html}`)
  return functions
}

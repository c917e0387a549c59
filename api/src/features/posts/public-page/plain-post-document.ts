import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { stripMarkdown } from '@dolph/contract/strip-markdown'
import { escapeHtml } from '../../../platform/http/web-app/page-head.ts'

const ROOT_START = '<div id="root">'

/** The text of a post in the built document, without the renderer: the browser replaces it by the page. */
export function insertPlainPost(document: string, post: PublicPost): string {
  return document.replace(ROOT_START, () => ROOT_START + renderPlainPost(post))
}

// Not a `div`, which the script of the web app would take for the rendered page and hydrate.
function renderPlainPost({ title, body, user }: PublicPost): string {
  const author = user?.userName ?? 'Unknown User'
  return [
    '<main class="page py-8 wrap-anywhere">',
    `<h1 dir="auto" class="text-2xl font-semibold">${escapeHtml(title)}</h1>`,
    `<p class="mt-2 text-muted">${escapeHtml(author)}</p>`,
    `<p dir="auto" class="mt-6">${escapeHtml(stripMarkdown(body))}</p>`,
    '</main>',
  ].join('')
}

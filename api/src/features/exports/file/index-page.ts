import type { ExportKind } from '@dolph/contract/exports/exported-data'
import { escapeHtml } from '../../../platform/http/web-app/page-head.ts'
import { KIND_TITLES } from './kind-titles.ts'
import { formatTime, renderItems } from './render-items.ts'

/** The kinds that are short, and shown on the first page. */
const SHORT_KINDS: readonly ExportKind[] = ['account', 'profile', 'availability']

/** The first page: what is in the copy, and who the member is. */
export async function* renderIndex(
  kinds: readonly ExportKind[],
  requestedAt: string,
  readItems: (kind: ExportKind) => AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `<p>What Dolph stored about you on ${formatTime(requestedAt)}. You can read it in any browser, without a connection.</p>
<h2>Contents</h2>
<ul>
${kinds.map((kind) => `<li><a href="pages/${kind}.html">${escapeHtml(KIND_TITLES[kind])}</a></li>`).join('\n')}
</ul>
<p>The same as JSON for programs is in the folder <code>data</code>. Your posts and updates as Markdown are in <code>posts</code> and
<code>updates</code>. Of other people there are only their names and what they wrote to you.</p>
`
  for (const kind of SHORT_KINDS) {
    if (!kinds.includes(kind)) continue
    yield `<h2>${escapeHtml(KIND_TITLES[kind])}</h2>\n`
    yield* renderItems(kind, readItems(kind))
  }
}

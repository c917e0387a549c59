import { EXPORTED, type Exported, type ExportKind } from '@dolph/contract/exports/exported-data'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { readParts } from '../export-files.ts'
import type { ExportRow } from '../exports.ts'
import { renderPage } from './html-page.ts'
import { renderIndex } from './index-page.ts'
import { KIND_TITLES } from './kind-titles.ts'
import { renderItems } from './render-items.ts'
import { buildMarkdownName, renderPost, renderUpdate } from './render-markdown.ts'

const TEXT_LENGTH = 65_536

/** A file of the copy, of which only a part is in memory at a time. */
interface ZipEntry {
  name: string
  lastModified: Date
  input: AsyncIterable<string> | string | Buffer
}

/** The files of a copy, one after another. */
export async function* listZipEntries(
  files: FileStore,
  { key, parts, requested_at }: ExportRow,
  abortSignal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const lastModified = new Date(requested_at)
  // This cast is safe: the job writes the parts of kinds alone.
  const kinds = (Object.keys(KIND_TITLES) as ExportKind[]).filter((kind) => kind in parts)
  /** The files of all rows that were read so far. */
  const names = new Set<string>()
  const readItems = (kind: ExportKind) =>
    readItemsOf(readParts(files, key, parts[kind] ?? []), names)
  const filled = kinds.filter((kind) => parts[kind]?.length)

  yield {
    name: 'index.html',
    lastModified,
    input: joinTexts(
      renderPage('Your copy of Dolph', renderIndex(filled, requested_at, readItems)),
    ),
  }
  for (const kind of kinds) {
    abortSignal.throwIfAborted()
    yield { name: `data/${kind}.json`, lastModified, input: joinTexts(renderJson(readItems(kind))) }
    if (filled.includes(kind)) {
      const page = renderPage(KIND_TITLES[kind], renderItems(kind, readItems(kind)))
      yield { name: `pages/${kind}.html`, lastModified, input: joinTexts(page) }
    }
  }
  const posts = joinThreads(readItems('posts'), readItems('threads'))
  for await (const { post, comments } of posts) {
    abortSignal.throwIfAborted()
    const name = buildMarkdownName('posts', post, post.title)
    yield { name, lastModified, input: renderPost(post, comments) }
  }
  for await (const item of readItems('updates')) {
    const update = EXPORTED.updates.parse(item)
    const name = buildMarkdownName('updates', update, update.postTitle ?? '')
    yield { name, lastModified, input: renderUpdate(update) }
  }
  for (const name of names) {
    abortSignal.throwIfAborted()
    const input = await files.get(name)
    // A picture that was deleted meanwhile is left out.
    if (input) yield { name, lastModified, input }
  }
}

async function* readItemsOf(
  rows: AsyncIterable<{ item: unknown; files?: readonly string[] }>,
  names: Set<string>,
): AsyncGenerator {
  for await (const { item, files = [] } of rows) {
    for (const name of files) names.add(name)
    yield item
  }
}

/** The same text in larger pieces, of which the writer of the ZIP handles many more a second. */
async function* joinTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let joined = ''
  for await (const text of texts) {
    joined += text
    if (joined.length < TEXT_LENGTH) continue
    yield joined
    joined = ''
  }
  yield joined
}

/** A list with one line for each item. */
async function* renderJson(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** Each post with its comments: both lists are in the order of the posts. */
async function* joinThreads(
  posts: AsyncIterable<unknown>,
  threads: AsyncGenerator,
): AsyncGenerator<{ post: Exported<'posts'>; comments: Exported<'threads'>[] }> {
  const readComment = async () => {
    const { value, done } = await threads.next()
    return done ? undefined : EXPORTED.threads.parse(value)
  }
  let comment = await readComment()
  for await (const item of posts) {
    const post = EXPORTED.posts.parse(item)
    const comments: Exported<'threads'>[] = []
    for (; comment && comment.post <= post._id; comment = await readComment())
      if (comment.post === post._id) comments.push(comment)
    yield { post, comments }
  }
}

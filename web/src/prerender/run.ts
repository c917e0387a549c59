/** Writes the public pages as files, after both builds: see the `build` script. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress.ts'
import type * as Entry from './entry.tsx'

const dist = join(import.meta.dirname, '../../dist')
const client = join(dist, 'client')
const entry: typeof Entry = await import(join(dist, 'prerender/entry.js'))

const template = await readFile(join(client, 'index.html'), 'utf8')
// For members' pages and addresses with a parameter: the router fills it in the browser.
await writeFile(join(client, 'shell.html'), template)
await write('404.html', fill(await entry.render('/not-found')))

const pages: { path: string; file: string }[] = []
for (const { path, isPublic } of entry.addresses()) {
  const file = isPublic ? join(path, 'index.html').slice(1) : 'shell.html'
  if (isPublic) await write(file, fill(await entry.render(path)))
  pages.push({ path, file })
}
// Read by whoever serves the folder: which file answers which address.
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages, null, 2))
await compressFiles(client)
await rm(join(dist, 'prerender'), { recursive: true })
process.stdout.write(
  `prerendered ${pages.filter(({ file }) => file !== 'shell.html').length} pages\n`,
)

function fill({ html, title, description }: Entry.Prerendered): string {
  let page = put(template, /(<div id="root">)(<\/div>)/, html)
  page = put(page, /(<title>)[^<]*(<\/title>)/, escapeHtml(title))
  if (!description) return page
  return put(page, /(<meta\s+name="description"\s+content=")[^"]*(")/, escapeHtml(description))
}

function put(page: string, place: RegExp, content: string): string {
  if (!place.test(page)) throw new Error(`index.html has no place for ${place}`)
  return page.replace(place, (_, before: string, after: string) => before + content + after)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

async function write(name: string, text: string): Promise<void> {
  const file = join(client, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

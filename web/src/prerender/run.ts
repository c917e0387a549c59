/** Writes the public pages as files, after both builds: see the `build` script. The API goes on using the second one. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildWorker } from '../offline/build-worker.ts'
import { compressFiles } from './compress.ts'
import { robotsTxt, sitemapXml } from './crawlers.ts'
import type * as Entry from './entry.tsx'
import { escapeHtml } from './escape-html.ts'
import { preloadsOf, type Manifest } from './preloads.ts'

const dist = join(import.meta.dirname, '../../dist')
const client = join(dist, 'client')
const entry: typeof Entry = await import(join(dist, 'render/entry.js'))

const template = await readFile(join(client, 'index.html'), 'utf8')
const manifest = await takeManifest()
// For members' pages and addresses with a parameter: the router fills it in the browser.
await write('shell.html', putHead(template, entry.shellHead()))
await write('404.html', fill(await entry.render('/not-found')))

const pages: { path: string; file: string }[] = []
const listed: string[] = []
for (const { path, isPublic } of entry.addresses()) {
  const file = isPublic ? join(path, 'index.html').slice(1) : 'shell.html'
  if (isPublic) {
    const page = await entry.render(path)
    await write(file, putHead(fill(page), preloadsOf(manifest, page.component)))
    if (page.description !== undefined) listed.push(path)
  }
  pages.push({ path, file })
}
await write('robots.txt', robotsTxt())
await write('sitemap.xml', sitemapXml(listed.toSorted()))
// For the service worker, which answers any of them with it when there is no connection.
pages.push({ path: '/shell.html', file: 'shell.html' })
await buildWorker(client)
// Read by whoever serves the folder: which file answers which address.
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages, null, 2))
await compressFiles(client)
process.stdout.write(
  `prerendered ${pages.filter(({ file }) => file !== 'shell.html').length} pages\n`,
)

function fill({ html, title, description, head }: Entry.Prerendered): string {
  let page = put(putHead(template, head), /(<div id="root">)(<\/div>)/, html)
  page = put(page, /(<title>)[^<]*(<\/title>)/, escapeHtml(title))
  if (!description) return page
  return put(page, /(<meta\s+name="description"\s+content=")[^"]*(")/, escapeHtml(description))
}

function putHead(page: string, head: string): string {
  return put(page, /()(<\/head>)/, head)
}

function put(page: string, place: RegExp, content: string): string {
  if (!place.test(page)) throw new Error(`index.html has no place for ${place}`)
  return page.replace(place, (_, before: string, after: string) => before + content + after)
}

/** It is for the build alone; nothing of it is served. */
async function takeManifest(): Promise<Manifest> {
  const folder = join(client, '.vite')
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  await rm(folder, { recursive: true })
  return JSON.parse(text) as Manifest
}

async function write(name: string, text: string): Promise<void> {
  const file = join(client, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

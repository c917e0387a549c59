/** Writes the public pages as files, after both builds: see the `build` script. The API goes on using the second one. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildServiceWorker } from '../offline/build-service-worker.ts'
import { compressFiles } from './compress-files.ts'
import { buildRobotsTxt, buildSitemapXml } from './robots-and-sitemap.ts'
import type * as Entry from './entry.tsx'
import { escapeHtml } from './escape-html.ts'
import { renderPreloadLinks, type Manifest } from './preloads.ts'

const dist = join(import.meta.dirname, '../../dist')
const clientFolder = join(dist, 'client')
const entry: typeof Entry = await import(join(dist, 'render/entry.js'))

const template = await readFile(join(clientFolder, 'index.html'), 'utf8')
const manifest = await consumeManifest()
// For members' pages and addresses with a parameter: the router fills it in the browser.
await writeClientFile('shell.html', insertIntoHead(template, entry.renderShellHead()))
await writeClientFile('404.html', fillTemplate(await entry.prerenderPage('/not-found')))

const pages: { path: string; file: string }[] = []
const sitemapPaths: string[] = []
for (const { path, isPublic } of entry.listRoutePaths()) {
  const file = isPublic ? join(path, 'index.html').slice(1) : 'shell.html'
  if (isPublic) {
    const page = await entry.prerenderPage(path)
    await writeClientFile(
      file,
      insertIntoHead(fillTemplate(page), renderPreloadLinks(manifest, page.component)),
    )
    if (page.description !== undefined) sitemapPaths.push(path)
  }
  pages.push({ path, file })
}
await writeClientFile('robots.txt', buildRobotsTxt())
await writeClientFile('sitemap.xml', buildSitemapXml(sitemapPaths.toSorted()))
// For the service worker, which answers any of them with it when there is no connection.
pages.push({ path: '/shell.html', file: 'shell.html' })
await buildServiceWorker(clientFolder)
// Read by whoever serves the folder: which file answers which address.
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages, null, 2))
await compressFiles(clientFolder)
process.stdout.write(
  `prerendered ${pages.filter(({ file }) => file !== 'shell.html').length} pages\n`,
)

function fillTemplate({ html, title, description, head }: Entry.PrerenderedPage): string {
  let page = insertAtPattern(insertIntoHead(template, head), /(<div id="root">)(<\/div>)/, html)
  page = insertAtPattern(page, /(<title>)[^<]*(<\/title>)/, escapeHtml(title))
  if (!description) return page
  return insertAtPattern(
    page,
    /(<meta\s+name="description"\s+content=")[^"]*(")/,
    escapeHtml(description),
  )
}

function insertIntoHead(page: string, head: string): string {
  return insertAtPattern(page, /()(<\/head>)/, head)
}

function insertAtPattern(page: string, place: RegExp, content: string): string {
  if (!place.test(page)) throw new Error(`index.html has no place for ${place}`)
  return page.replace(place, (_, before: string, after: string) => before + content + after)
}

/** It is for the build alone; nothing of it is served. */
async function consumeManifest(): Promise<Manifest> {
  const folder = join(clientFolder, '.vite')
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  await rm(folder, { recursive: true })
  return JSON.parse(text) as Manifest
}

async function writeClientFile(name: string, text: string): Promise<void> {
  const file = join(clientFolder, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

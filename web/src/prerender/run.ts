/**
 * Prerenders the public pages to files, after the client and the render build: see the `build` script. The API loads the
 * render build (`dist/render`) at run time.
 */
import { createHash } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { minifySync } from 'vite'
import { buildServiceWorker } from '../offline/build-service-worker.ts'
import { compressFiles } from './compress-files.ts'
import { buildRobotsTxt, buildSitemapXml } from './robots-and-sitemap.ts'
import type * as Entry from './entry.tsx'
import { escapeHtml } from './escape-html.ts'
import { collectPageFiles, renderMembersPreloadLinks, type Manifest } from './preloads.ts'

const dist = join(import.meta.dirname, '../../dist')
const clientFolder = join(dist, 'client')
const entry: typeof Entry = await import(join(dist, 'render/entry.js'))

const template = await readFile(join(clientFolder, 'index.html'), 'utf8')
const manifest = await consumeManifest()
const codeLoader = await writeCodeLoader()
// The shell serves paths with a parameter, and every page offline: the browser renders them.
const shell = insertIntoHead(template, entry.renderShellHead())
await writeClientFile('shell.html', shell)
await writeClientFile('404.html', fillTemplate(await entry.prerenderPage('/not-found')))

const pages: { path: string; file: string }[] = []
const sitemapPaths: string[] = []
for (const { path, isPrerendered, isMembersOnly, renderedComponent } of entry.listRoutePaths()) {
  const file = isPrerendered
    ? join(path, 'index.html').slice(1)
    : isMembersOnly
      ? await writeMembersDocument(path)
      : await writeUnrenderedDocument(renderedComponent)
  if (isPrerendered) {
    const page = await entry.prerenderPage(path)
    await writeClientFile(file, loadCodeAfterPaint(fillTemplate(page), page.component))
    if (page.description !== undefined) sitemapPaths.push(path)
  }
  pages.push({ path, file })
}
await writeClientFile('robots.txt', buildRobotsTxt())
// The API serves the index of the sitemap, which names this file.
await writeClientFile('sitemap-pages.xml', buildSitemapXml(sitemapPaths.toSorted()))
// For the service worker, which answers navigations with the shell when there is no connection.
pages.push({ path: '/shell.html', file: 'shell.html' })
await buildServiceWorker(clientFolder)
// Read by the API: maps each path to the file to serve.
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages, null, 2))
await compressFiles(clientFolder)
process.stdout.write(
  `prerendered ${pages.filter(({ file }) => file.endsWith('index.html')).length} pages\n`,
)

/** The document of a page that is not prerendered. That of a page which the API renders has no head yet. */
async function writeUnrenderedDocument(renderedComponent: string | undefined): Promise<string> {
  if (renderedComponent === undefined) return 'shell.html'
  const file = `rendered/${renderedComponent}.html`
  await writeClientFile(file, loadCodeAfterPaint(template, renderedComponent))
  return file
}

/** The document of a members' page: the shell, with links to the code of the page. */
async function writeMembersDocument(path: string): Promise<string> {
  const component = await entry.readComponentName(path)
  // A page that is composed in its route has no file of its name.
  if (component === '') return 'shell.html'
  const file = `members/${component}.html`
  await writeClientFile(file, insertIntoHead(shell, renderMembersPreloadLinks(manifest, component)))
  return file
}

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

/** A page that arrives with its content has its styles at once, and its code when the content is on the screen. */
function loadCodeAfterPaint(page: string, component: string): string {
  const entryScript = /<script type="module" crossorigin src="[^"]*"><\/script>/
  if (!entryScript.test(page)) throw new Error(`index.html does not match ${entryScript}`)
  const { entryCode, pageCode, styleLinks } = collectPageFiles(manifest, component)
  const renderMeta = (name: string, files: string[]) =>
    `<meta name="${name}" content="${files.map((file) => `/${file}`).join(' ')}">`
  return insertIntoHead(
    page
      .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
      .replace(
        entryScript,
        `${renderMeta('entry-code', entryCode)}${renderMeta('page-code', pageCode)}<script type="module" crossorigin src="/${codeLoader}"></script>`,
      ),
    styleLinks,
  )
}

async function writeCodeLoader(): Promise<string> {
  const source = await readFile(join(import.meta.dirname, '../boot/load-after-paint.ts'), 'utf8')
  const script = minifySync('load-after-paint.js', stripTypeScriptTypes(source)).code
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  const file = `assets/load-after-paint-${hash}.js`
  await writeClientFile(file, script)
  return file
}

function insertIntoHead(page: string, head: string): string {
  return insertAtPattern(page, /()(<\/head>)/, head)
}

function insertAtPattern(page: string, pattern: RegExp, content: string): string {
  if (!pattern.test(page)) throw new Error(`index.html does not match ${pattern}`)
  return page.replace(pattern, (_, before: string, after: string) => before + content + after)
}

/** Reads and deletes the manifest, which must not be served. */
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

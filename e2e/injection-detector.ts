import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'
import { expect } from './base-test.ts'

/** Notes whatever a page does that no text may make it do. Call it before the page is opened. */
export async function recordPageViolations(page: Page) {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`))
  page.on('download', (download) => seen.push(`download: ${download.url()}`))
  page.on('frameattached', () => seen.push('a frame'))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== ORIGIN && url.protocol !== 'data:') seen.push(`request: ${url.href}`)
  })
  page.on('response', (reply) => {
    if (reply.status() >= 500) seen.push(`${reply.status()}: ${reply.url()}`)
  })
  // Whatever the policy had to stop should not have been tried.
  await page.addInitScript(() => {
    const stopped: string[] = []
    Object.assign(window, { stopped })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      stopped.push(`stopped: ${violatedDirective} ${blockedURI}`),
    )
  })
  return seen
}

/** Answers for every host of `.example`, so that a page that asks one stays where it is. */
export async function answerForExample(page: Page): Promise<void> {
  await page.route(
    (url) => url.hostname.endsWith('.example'),
    (route) => route.fulfill({ status: 204 }),
  )
}

/** The page has done nothing of the kind, and nothing on it could. */
export async function expectNoInjection(page: Page, seen: string[]): Promise<void> {
  expect([...seen, ...(await findInjectedContent(page))]).toEqual([])
}

export async function findInjectedContent(page: Page): Promise<string[]> {
  return page.evaluate(inspectDocument, {
    origin: ORIGIN,
    own: APP_ELEMENTS,
    written: MARKDOWN_ELEMENTS,
    safe: SAFE_PATTERNS,
  })
}

/** The elements that our pages are made of. Nothing in a text adds to them. */
const APP_ELEMENTS = [
  ...['html', 'head', 'body', 'title', 'meta', 'link', 'script', 'div', 'span', 'main', 'header'],
  ...['footer', 'nav', 'section', 'article', 'aside', 'h1', 'h2', 'h3', 'p', 'a', 'ul', 'ol', 'li'],
  ...['button', 'form', 'label', 'input', 'textarea', 'time', 'bdi', 'mark', 'search', 'noscript'],
  ...[
    'svg',
    'path',
    'circle',
    'rect',
    'line',
    'polyline',
    'polygon',
    'ellipse',
    'g',
    'kbd',
    'dl',
    'dt',
    'dd',
    'output',
  ],
]

/** What Markdown makes of a text. */
const MARKDOWN_ELEMENTS = [
  ...['p', 'br', 'hr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section', 'div', 'span'],
  ...['ul', 'ol', 'li', 'input', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'del', 'sup', 'code', 'pre'],
]

const SAFE_PATTERNS = {
  attributes:
    '^(dir|href|rel|target|class|style|tabindex|role|aria-label|start|type|checked|disabled)$',
  // Code in code has the class of its language.
  classes: String.raw`^(rank-\d|hljs[\w-]*|\w+_|language-[\w+#-]+|javascript|css|xml|[\w-]*task-list[\w-]*|footnotes|wide-table|whitespace-pre-wrap|)$`,
  styles: '^(text-align: (left|right|center);)?$',
}

interface InspectionRules {
  origin: string
  own: string[]
  written: string[]
  safe: { attributes: string; classes: string; styles: string }
}

/** Runs in the page. */
function inspectDocument({ origin, own, written, safe }: InspectionRules): string[] {
  const REL = ['nofollow', 'ugc', 'noopener', 'noreferrer']
  const found: string[] = []
  const attributes = new RegExp(safe.attributes)
  const classes = new RegExp(safe.classes)
  const styles = new RegExp(safe.styles)
  const told = (what: string, element: Element): void => {
    found.push(`${what}: ${element.outerHTML.slice(0, 200)}`)
  }

  if ('__hit' in window) found.push('a script has run')
  found.push(...((Reflect.get(window, 'stopped') as string[] | undefined) ?? []))

  for (const element of document.querySelectorAll('*')) {
    const isWritten = element.parentElement?.closest('.markdown') ?? null
    const name = element.localName
    if (!(isWritten ? written : own).includes(name)) told('element', element)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) told('handler', element)
      if (isWritten && !isSafe(attribute, value)) told(`attribute ${attribute}`, element)
      if (leadsSomewhere(attribute)) judgeAddress(element, attribute, value)
    }
    // What a page was rendered from lies in it as data, which no browser runs.
    const isData = element.matches('#root + script#page-data[type="application/json"]')
    if (name === 'script' && element.textContent !== '' && !isData) told('script', element)
    if (name === 'meta' && element.hasAttribute('http-equiv')) told('meta', element)
  }
  return found

  function isSafe(attribute: string, value: string): boolean {
    if (attribute === 'class') {
      return value.split(/\s+/).every((each) => classes.test(each))
    }
    if (attribute === 'style') return styles.test(value)
    return attributes.test(attribute)
  }

  function leadsSomewhere(attribute: string): boolean {
    return /^(href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|ping|background|cite)$/.test(
      attribute,
    )
  }

  function judgeAddress(element: Element, attribute: string, value: string): void {
    const url = URL.parse(value, origin)
    if (!url) return told('no address', element)
    const isWritten = element.closest('.markdown') !== null
    if (url.origin === origin && !isWritten) return
    const isLink = element.localName === 'a' && attribute === 'href'
    if (!isLink || !/^(https?|mailto):$/.test(url.protocol)) return told('address', element)
    if (url.username !== '' || url.password !== '') told('password', element)
    if (isWritten && !URL.canParse(value)) told('address of ours', element)
    const rel = element.getAttribute('rel')?.split(' ') ?? []
    if (!REL.every((each) => rel.includes(each))) told('rel', element)
    if (element.getAttribute('target') !== '_blank') told('target', element)
  }
}

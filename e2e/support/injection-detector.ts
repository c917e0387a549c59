import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'
import { expect } from './base-test.ts'

/** Records actions of the page that no content may trigger. Call it before the page is opened. */
export async function recordPageViolations(page: Page) {
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    violations.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => violations.push(`popup: ${popup.url()}`))
  page.on('download', (download) => violations.push(`download: ${download.url()}`))
  page.on('frameattached', () => violations.push('a frame'))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== ORIGIN && url.protocol !== 'data:') violations.push(`request: ${url.href}`)
  })
  page.on('response', (reply) => {
    if (reply.status() >= 500) violations.push(`${reply.status()}: ${reply.url()}`)
  })
  // A blocked attempt counts too: the content security policy is only the second line of defence.
  await page.addInitScript(() => {
    const blocked: string[] = []
    Object.assign(window, { blocked })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      blocked.push(`blocked: ${violatedDirective} ${blockedURI}`),
    )
  })
  return violations
}

/** Answers every `.example` host with an empty reply, so that a navigation to one leaves the page in place. */
export async function stubExampleHosts(page: Page): Promise<void> {
  await page.route(
    (url) => url.hostname.endsWith('.example'),
    (route) => route.fulfill({ status: 204 }),
  )
}

/** The page recorded no violation, and its document contains nothing that could cause one. */
export async function expectNoInjection(page: Page, violations: string[]): Promise<void> {
  expect([...violations, ...(await findInjectedContent(page))]).toEqual([])
}

export async function findInjectedContent(page: Page): Promise<string[]> {
  return page.evaluate(inspectDocument, {
    origin: ORIGIN,
    inlineScript: INLINE_SCRIPT,
    appElements: APP_ELEMENTS,
    markdownElements: MARKDOWN_ELEMENTS,
    safe: SAFE_PATTERNS,
  })
}

/** The script that is inline in every document. */
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/.exec(
  readFileSync(new URL('../../web/dist/client/shell.html', import.meta.url), 'utf8'),
)?.[1]

/** Elements that the app renders; no content may add others. */
const APP_ELEMENTS = [
  'html',
  'head',
  'body',
  'title',
  'meta',
  'link',
  'script',
  'div',
  'span',
  'main',
  'header',
  'footer',
  'nav',
  'section',
  'article',
  'aside',
  'h1',
  'h2',
  'h3',
  'p',
  'a',
  'ul',
  'ol',
  'li',
  'button',
  'form',
  'label',
  'input',
  'textarea',
  'time',
  'bdi',
  'mark',
  'search',
  'noscript',
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
  'details',
  'summary',
]

/** Elements that rendered Markdown may contain. */
const MARKDOWN_ELEMENTS = [
  'p',
  'br',
  'hr',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
  'div',
  'span',
  'ul',
  'ol',
  'li',
  'input',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'a',
  'em',
  'strong',
  'del',
  'sup',
  'code',
  'pre',
]

const SAFE_PATTERNS = {
  attributes:
    '^(dir|href|rel|target|class|style|tabindex|role|aria-label|start|type|checked|disabled)$',
  // Code of an embedded language carries the class of that language.
  classes: String.raw`^(rank-\d|hljs[\w-]*|\w+_|language-[\w+#-]+|javascript|css|xml|[\w-]*task-list[\w-]*|footnotes|wide-table|code-block|code-block-bar|whitespace-pre-wrap|)$`,
  styles: '^(text-align: (left|right|center);)?$',
}

interface InspectionRules {
  origin: string
  inlineScript: string | undefined
  appElements: string[]
  markdownElements: string[]
  safe: { attributes: string; classes: string; styles: string }
}

/** Runs inside the page, so it must not refer to anything outside itself. */
function inspectDocument({
  origin,
  inlineScript,
  appElements,
  markdownElements,
  safe,
}: InspectionRules): string[] {
  const REL = ['nofollow', 'ugc', 'noopener', 'noreferrer']
  const findings: string[] = []
  const attributes = new RegExp(safe.attributes)
  const classes = new RegExp(safe.classes)
  const styles = new RegExp(safe.styles)
  const report = (what: string, element: Element): void => {
    findings.push(`${what}: ${element.outerHTML.slice(0, 200)}`)
  }

  if ('__hit' in window) findings.push('a script has run')
  findings.push(...((Reflect.get(window, 'blocked') as string[] | undefined) ?? []))

  for (const element of document.querySelectorAll('*')) {
    // The bar above code is a part of the app, in which only the name of the language is the author's.
    const owner = element.parentElement?.closest('.markdown, .code-block > .code-block-bar') ?? null
    const isMarkdown = owner?.matches('.markdown') ? owner : null
    const name = element.localName
    if (!(isMarkdown ? markdownElements : appElements).includes(name)) report('element', element)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) report('handler', element)
      if (isMarkdown && !isSafe(attribute, value)) report(`attribute ${attribute}`, element)
      if (isUrlAttribute(attribute)) checkUrl(element, attribute, value)
    }
    // The data that a page was rendered from is embedded as JSON, which no browser executes.
    const isData = element.matches('#root + script#page-data[type="application/json"]')
    const isOwn = element.matches('head > script') && element.textContent === inlineScript
    if (name === 'script' && element.textContent !== '' && !isData && !isOwn)
      report('script', element)
    if (name === 'meta' && element.hasAttribute('http-equiv')) report('meta', element)
  }
  return findings

  function isSafe(attribute: string, value: string): boolean {
    if (attribute === 'class') {
      return value.split(/\s+/).every((each) => classes.test(each))
    }
    if (attribute === 'style') return styles.test(value)
    return attributes.test(attribute)
  }

  function isUrlAttribute(attribute: string): boolean {
    return /^(href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|ping|background|cite)$/.test(
      attribute,
    )
  }

  function checkUrl(element: Element, attribute: string, value: string): void {
    const url = URL.parse(value, origin)
    if (!url) return report('invalid URL', element)
    const isMarkdown = element.closest('.markdown') !== null
    if (url.origin === origin && !isMarkdown) return
    const isLink = element.localName === 'a' && attribute === 'href'
    if (!isLink || !/^(https?|mailto):$/.test(url.protocol)) return report('unsafe URL', element)
    if (url.username !== '' || url.password !== '') report('credentials in URL', element)
    if (isMarkdown && !URL.canParse(value)) report('relative URL', element)
    const rel = element.getAttribute('rel')?.split(' ') ?? []
    if (!REL.every((each) => rel.includes(each))) report('rel', element)
    if (element.getAttribute('target') !== '_blank') report('target', element)
  }
}

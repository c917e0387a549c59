import { isHttpUrl } from '../urls.ts'

/** Linear in the length of the text, also where comments are not closed. */
export function removeHtmlComments(text: string): string {
  let result = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return result + text.slice(from)
    result += text.slice(from, start)
    from = end + 3
  }
}

/** One paragraph without pictures, badges and HTML; relative links lead to the repository or go. A linked picture is a link if it says whereto. */
export function cleanReadmeBlock(block: string, repository: string): string {
  // Indented HTML would become code once its tags are gone.
  const isHtml = block.trimStart().startsWith('<')
  return (
    block
      // Odd parts are code.
      .split(/(`[^`\n]{1,300}`)/)
      .map((part, index) => (index % 2 === 1 ? part : cleanText(part, repository)))
      .join('')
      .split('\n')
      .map((line) => (isHtml ? line.trim() : line.trimEnd()))
      .filter((line, index, lines) => line !== '' || (lines[index - 1] ?? '') !== '')
      .join('\n')
      .replace(/^\n+/, '')
      .trimEnd()
  )
}

const ADDRESS = String.raw`\(\s{0,5}<?([^()\s<>]{1,500})>?(?:\s{1,5}[^()\n]{0,200})?\)`
const PICTURE = String.raw`!\[([^[\]\n]{0,300})\]`
const LINKED_PICTURE = new RegExp(String.raw`\[${PICTURE}${ADDRESS}\]${ADDRESS}`, 'g')
const REFERENCED_PICTURE =
  /\[?!\[[^[\]\n]{0,300}\](?:\[[^[\]\n]{0,200}\])?\]?(?:\[[^[\]\n]{0,200}\])?(?!\()/g
const PLAIN_PICTURE = new RegExp(PICTURE + ADDRESS, 'g')
const LINK = new RegExp(String.raw`\[([^[\]\n]{0,300})\]${ADDRESS}`, 'g')
const HTML_PICTURE = /<img\s([^<>]{0,1000})>/gi
const HTML_LINK = /<a\s([^<>]{0,500})>([^<>]{0,500})<\/a>/gi
const HTML_HEADING = /<h([1-6])(?:\s[^<>]{0,300})?>([^<>]{0,300})<\/h\1>/gi
const HTML_TAG =
  /<\/?(?:a|b|i|p|em|br|hr|div|img|kbd|sub|sup|span|center|strong|details|summary|picture|source|video|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6])(?:\s[^<>]{0,1000})?\/?>/gi

function cleanText(text: string, repository: string): string {
  const toLink = (label: string, target: string) => {
    const address = resolveAddress(target, repository)
    return address && label.trim() ? `[${label}](${address})` : label
  }
  return text
    .replaceAll(HTML_PICTURE, '')
    .replaceAll(LINKED_PICTURE, (_, alt: string, source: string, target: string) =>
      isBadge(source) || isPicture(target) ? '' : toLink(alt, target),
    )
    .replaceAll(PLAIN_PICTURE, '')
    .replaceAll(REFERENCED_PICTURE, '')
    .replaceAll(HTML_LINK, (_, attributes: string, label: string) =>
      toLink(label, readAttribute(attributes, 'href')),
    )
    .replaceAll(HTML_HEADING, (_, level: string, heading: string) =>
      heading.trim() === '' ? '' : `\n${'#'.repeat(Number(level))} ${heading.trim()}\n`,
    )
    .replaceAll(/<br\s?\/?>/gi, '\n')
    .replaceAll(HTML_TAG, '')
    .replaceAll(LINK, (_, label: string, target: string) => toLink(label, target))
}

/** Whether a text shows pictures that are no badges. */
export function hasPictures(text: string): boolean {
  const sources = [
    ...[...text.matchAll(PLAIN_PICTURE)].map(([, , source = '']) => source),
    ...[...text.matchAll(HTML_PICTURE)].map(([, attributes = '']) =>
      readAttribute(attributes, 'src'),
    ),
  ]
  return sources.some((source) => source !== '' && !isBadge(source))
}

function isBadge(source: string): boolean {
  return /shields\.io|badge|\.svg(?:[?#]|$)/i.test(source)
}

function isPicture(target: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i.test(target)
}

function readAttribute(attributes: string, name: string): string {
  const match = new RegExp(`(?:^|\\s)${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)
  return match?.[1] ?? match?.[2] ?? ''
}

/** The address of a link, absolute; empty where it leads nowhere outside of the README. */
function resolveAddress(target: string, repository: string): string {
  if (/^mailto:/i.test(target)) return target
  if (/^[a-z][\w+.-]*:/i.test(target) || target.startsWith('//'))
    return isHttpUrl(target) ? target : ''
  if (target === '' || target.startsWith('#') || repository === '') return ''
  const folder = `${repository}/blob/HEAD/`
  const url = URL.parse(target.replace(/^\/+/, ''), folder)?.href ?? ''
  return url.startsWith(folder) && isHttpUrl(url) ? url : ''
}

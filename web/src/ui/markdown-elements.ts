import { link } from '@dolph/contract/urls'
import { z } from 'zod/mini'
import { DEPTH_MAX } from './markdown-limits.ts'

/** A node of the page-to-be, as far as the rules below look at it. */
interface PageNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: PageNode[]
}

interface PageElement extends PageNode {
  tagName: string
  properties: Record<string, unknown>
  children: PageNode[]
}

/** Makes rendered Markdown fit for a page that belongs to somebody else than its author. */
export function forReading(headingLevel: number) {
  return (tree: PageNode) => {
    const blocks = tree.children ?? []
    const place = { headingLevel, headingsAbove: [], depth: 1 }
    tree.children = blocks.flatMap((node) => rewrite(node, place))
    for (const block of tree.children) {
      // The whole block takes its direction from its first words: bullets and quote bars follow.
      if (isElement(block) && block.tagName !== 'pre') block.properties['dir'] = 'auto'
    }
  }
}

interface Place {
  headingLevel: number
  /** The ranks under which the next words stand, as they were typed. */
  headingsAbove: number[]
  depth: number
  inLink?: boolean
}

function rewrite(node: PageNode, place: Place): PageNode[] {
  if (!isElement(node)) return [node]
  if (place.depth > DEPTH_MAX) return [{ type: 'text', value: textOf(node) }]
  const inside = { ...place, depth: place.depth + 1, inLink: place.inLink || node.tagName === 'a' }
  node.children = node.children.flatMap((child) => rewrite(child, inside))
  return (RULES[node.tagName] ?? same)(node, place)
}

type Rule = (node: PageElement, place: Place) => PageNode[]

const same: Rule = (node) => [node]

/** Authors skip ranks, and begin with any. What they look like stays; for the page they are levels without gaps. */
const heading: Rule = (node, { headingLevel, headingsAbove }) => {
  const rank = Number(node.tagName.slice(1))
  while ((headingsAbove.at(-1) ?? 0) >= rank) headingsAbove.pop()
  const level = Math.min(6, headingLevel + headingsAbove.length)
  headingsAbove.push(rank)
  return [element(`h${level}`, { className: [`rank-${rank}`] }, node.children)]
}

const RULES: Record<string, Rule> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ({ properties, children }) => {
    if ('dataFootnoteBackref' in properties) return []
    const href = safeAddress(properties['href'])
    return href ? [outsideLink(href, children)] : children
  },
  // Nothing is loaded from elsewhere, so that reading a post tells nobody who reads it.
  img: ({ properties }, { inLink }) => {
    const href = safeAddress(properties['src'])
    const { alt } = properties
    const value = typeof alt === 'string' && alt !== '' ? alt : (href ?? 'Picture')
    const words = [{ type: 'text', value }]
    return href && !inLink ? [outsideLink(href, words)] : words
  },
  input: (node) => {
    node.properties['ariaLabel'] = node.properties['checked'] ? 'Done' : 'Not done'
    return [node]
  },
  pre: (node) => {
    Object.assign(node.properties, { tabIndex: 0, dir: 'ltr' })
    return [node]
  },
  table: (node) => [
    element('div', { className: ['wide-table'], role: 'group', ariaLabel: 'Table', tabIndex: 0 }, [
      node,
    ]),
  ],
}

function outsideLink(href: string, children: PageNode[]): PageElement {
  const rel = ['noopener', 'noreferrer', 'nofollow', 'ugc']
  return element('a', { href, rel, target: '_blank' }, children)
}

const WebLink = link('')

/** The address as the browser will read it, or nothing where it is not one of the web's or of mail. */
function safeAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given === '') return undefined
  const isSafe = /^mailto:/i.test(given) || z.safeParse(WebLink, given).success
  return isSafe && URL.canParse(given) ? new URL(given).href : undefined
}

function element(
  tagName: string,
  properties: Record<string, unknown>,
  children: PageNode[],
): PageElement {
  return { type: 'element', tagName, properties, children }
}

function isElement(node: PageNode): node is PageElement {
  return node.type === 'element'
}

function textOf(node: PageNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

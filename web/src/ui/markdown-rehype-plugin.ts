import { optionalLink } from '@dolph/contract/urls'
import { z } from 'zod/mini'
import { DEPTH_MAX } from './markdown-limits.ts'

/** A node of the page-to-be, as far as the rules below look at it. */
interface HastNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
}

interface HastElement extends HastNode {
  tagName: string
  properties: Record<string, unknown>
  children: HastNode[]
}

/** Makes rendered Markdown fit for a page that belongs to somebody else than its author. */
export function rehypeMemberContent(headingLevel: number) {
  return (tree: HastNode) => {
    const blocks = tree.children ?? []
    const place = { headingLevel, headingsAbove: [], depth: 1 }
    tree.children = blocks.flatMap((node) => rewriteNode(node, place))
    for (const block of tree.children) {
      // The whole block takes its direction from its first words: bullets and quote bars follow.
      if (isHastElement(block) && block.tagName !== 'pre') block.properties['dir'] = 'auto'
    }
  }
}

interface RewriteContext {
  headingLevel: number
  /** The ranks under which the next words stand, as they were typed. */
  headingsAbove: number[]
  depth: number
  inLink?: boolean
}

function rewriteNode(node: HastNode, place: RewriteContext): HastNode[] {
  if (!isHastElement(node)) return [node]
  if (place.depth > DEPTH_MAX) return [{ type: 'text', value: getTextContent(node) }]
  const inside = { ...place, depth: place.depth + 1, inLink: place.inLink || node.tagName === 'a' }
  node.children = node.children.flatMap((child) => rewriteNode(child, inside))
  return (REWRITE_RULES[node.tagName] ?? keepElement)(node, place)
}

type RewriteRule = (node: HastElement, place: RewriteContext) => HastNode[]

const keepElement: RewriteRule = (node) => [node]

/** Authors skip ranks, and begin with any. What they look like stays; for the page they are levels without gaps. */
const rewriteHeading: RewriteRule = (node, { headingLevel, headingsAbove }) => {
  const rank = Number(node.tagName.slice(1))
  while ((headingsAbove.at(-1) ?? 0) >= rank) headingsAbove.pop()
  const level = Math.min(6, headingLevel + headingsAbove.length)
  headingsAbove.push(rank)
  return [createHastElement(`h${level}`, { className: [`rank-${rank}`] }, node.children)]
}

const REWRITE_RULES: Record<string, RewriteRule> = {
  h1: rewriteHeading,
  h2: rewriteHeading,
  h3: rewriteHeading,
  h4: rewriteHeading,
  h5: rewriteHeading,
  h6: rewriteHeading,
  a: ({ properties, children }) => {
    if ('dataFootnoteBackref' in properties) return []
    const href = sanitizeUrl(properties['href'])
    return href ? [createExternalLink(href, children)] : children
  },
  // Nothing is loaded from elsewhere, so that reading a post tells nobody who reads it.
  img: ({ properties }, { inLink }) => {
    const href = sanitizeUrl(properties['src'])
    const { alt } = properties
    const value = typeof alt === 'string' && alt !== '' ? alt : (href ?? 'Picture')
    const words = [{ type: 'text', value }]
    return href && !inLink ? [createExternalLink(href, words)] : words
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
    createHastElement(
      'div',
      { className: ['wide-table'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
      [node],
    ),
  ],
}

function createExternalLink(href: string, children: HastNode[]): HastElement {
  const rel = ['noopener', 'noreferrer', 'nofollow', 'ugc']
  return createHastElement('a', { href, rel, target: '_blank' }, children)
}

const WebLink = optionalLink('')

/** The address as the browser will read it, or nothing where it is not one of the web's or of mail. */
function sanitizeUrl(given: unknown): string | undefined {
  if (typeof given !== 'string' || given === '') return undefined
  const isSafe = /^mailto:/i.test(given) || z.safeParse(WebLink, given).success
  return isSafe && URL.canParse(given) ? new URL(given).href : undefined
}

function createHastElement(
  tagName: string,
  properties: Record<string, unknown>,
  children: HastNode[],
): HastElement {
  return { type: 'element', tagName, properties, children }
}

function isHastElement(node: HastNode): node is HastElement {
  return node.type === 'element'
}

function getTextContent(node: HastNode): string {
  return node.value ?? (node.children ?? []).map(getTextContent).join('')
}

import { splitAtMentions } from '@dolph/contract/mentions/mentions'
import {
  listMessagePictures,
  parseMessagePictureUrl,
  toSmallMessagePictureUrl,
} from '@dolph/contract/messaging/message-pictures'
import { parsePostPictureUrl, toSmallBodyPictureUrl } from '@dolph/contract/posts/post-pictures'
import { optionalLink } from '@dolph/contract/urls'
import { z } from 'zod/mini'
import { getTextContent, type HastNode } from './hast.ts'
import { DEPTH_MAX } from './markdown-limits.ts'
import type { MarkdownOptions } from './markdown-options.ts'

interface HastElement extends HastNode {
  tagName: string
  properties: Record<string, unknown>
  children: HastNode[]
}

/** Makes rendered Markdown of a member safe and consistent inside our pages. */
export function rehypeMemberContent(options: MarkdownOptions) {
  return (tree: HastNode, source: { toString: () => string }) => {
    const messagePictures = options.isMessage ? listMessagePictures(source.toString()) : []
    const blocks = tree.children ?? []
    const context = { ...options, messagePictures, headingsAbove: [], depth: 1 }
    tree.children = blocks.flatMap((node) => rewriteNode(node, context))
    for (const block of tree.children) {
      // The first words of a block set its direction, also for its bullets and quote bars.
      if (isHastElement(block) && block.tagName !== 'pre') block.properties['dir'] = 'auto'
    }
  }
}

interface RewriteContext extends MarkdownOptions {
  /** The URLs of pictures as the text has them. Markdown also decodes encoded ones, which the server and moderators would not find. */
  messagePictures: readonly string[]
  /** The typed ranks of the headings above the current node, outermost first. */
  headingsAbove: number[]
  depth: number
  inLink?: boolean
  inCode?: boolean
}

function rewriteNode(node: HastNode, context: RewriteContext): HastNode[] {
  if (!isHastElement(node)) return linkMentions(node, context)
  if (context.depth > DEPTH_MAX) return [{ type: 'text', value: getTextContent(node) }]
  const childContext = {
    ...context,
    depth: context.depth + 1,
    inLink: context.inLink || node.tagName === 'a',
    inCode: context.inCode || node.tagName === 'code',
  }
  node.children = node.children.flatMap((child) => rewriteNode(child, childContext))
  return (REWRITE_RULES[node.tagName] ?? keepElement)(node, context)
}

/** Makes links of the names that the server found, outside links and code. */
function linkMentions(node: HastNode, { mentions, inLink, inCode }: RewriteContext): HastNode[] {
  if (mentions.length === 0 || inLink || inCode || !node.value?.includes('@')) return [node]
  return splitAtMentions(node.value).map(({ text, name }) => {
    const label = { type: 'text', value: text }
    const userName = mentions.find((each) => each.toLowerCase() === name?.toLowerCase())
    if (userName === undefined) return label
    return createHastElement('a', { href: `/profile/${userName}`, dataMention: '' }, [label])
  })
}

type RewriteRule = (node: HastElement, context: RewriteContext) => HastNode[]

const keepElement: RewriteRule = (node) => [node]

/** Authors may skip heading levels or start at any. The class keeps the typed level; the rendered `h` level has no gaps. */
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
  // An image from elsewhere becomes a link: loading it would tell its server who reads the post.
  img: ({ properties }, { inLink, hasPictures, messagePictures }) => {
    const isNamed = messagePictures.some((url) => url === properties['src'])
    const kind = isNamed ? MESSAGE_PICTURES : hasPictures ? POST_PICTURES : null
    const picture = kind && !inLink && createPicture(properties, kind)
    if (picture) return [picture]
    const href = sanitizeUrl(properties['src'])
    const { alt } = properties
    const value = typeof alt === 'string' && alt !== '' ? alt : (href ?? 'Picture')
    const label = [{ type: 'text', value }]
    return href && !inLink ? [createExternalLink(href, label)] : label
  },
  input: (node) => {
    node.properties['ariaLabel'] = node.properties['checked'] ? 'Done' : 'Not done'
    return [node]
  },
  pre: (node, { isMessage }) => {
    const lines = getTextContent(node).trimEnd().split('\n').length
    const dataFoldedLines = isMessage && lines > UNFOLDED_LINES ? lines : undefined
    Object.assign(node.properties, {
      ...{ tabIndex: 0, dir: 'ltr', dataLanguage: getLanguage(node) },
      dataFoldedLines,
    })
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

/** In messages, longer code is folded. */
const UNFOLDED_LINES = 20

interface PictureKind {
  parse: typeof parsePostPictureUrl
  toSmall: (url: string) => string
  /** A higher picture is scaled down in the text; the full view shows it larger. */
  heightMax: number
}

const POST_PICTURES: PictureKind = {
  parse: parsePostPictureUrl,
  toSmall: toSmallBodyPictureUrl,
  heightMax: 640,
}

const MESSAGE_PICTURES: PictureKind = {
  parse: parseMessagePictureUrl,
  toSmall: toSmallMessagePictureUrl,
  heightMax: 320,
}

/** The picture with its size, so that the text below does not move when it has loaded; null unless it is one of ours. */
function createPicture(
  { src, alt }: Record<string, unknown>,
  { parse, toSmall, heightMax }: PictureKind,
): HastElement | null {
  const parsed = typeof src === 'string' ? parse(src) : null
  if (typeof src !== 'string' || !parsed) return null
  const small = toSmall(src)
  const scale = Math.min(1, heightMax / parsed.height)
  const properties = {
    src,
    srcSet: small === src ? undefined : `${small} 640w, ${src} ${parsed.width}w`,
    width: Math.max(1, Math.round(parsed.width * scale)),
    height: Math.round(parsed.height * scale),
    alt: typeof alt === 'string' ? alt : '',
  }
  return createHastElement('img', properties, [])
}

/** The language that is named at the start of a code block. */
function getLanguage({ children: [code] }: HastElement): string | undefined {
  const classes = code?.properties?.['className']
  if (!Array.isArray(classes)) return undefined
  const name = classes.map(String).find((each) => each.startsWith('language-'))
  return name?.slice('language-'.length)
}

function createExternalLink(href: string, children: HastNode[]): HastElement {
  const rel = ['noopener', 'noreferrer', 'nofollow', 'ugc']
  return createHastElement('a', { href, rel, target: '_blank' }, children)
}

const WebLink = optionalLink('')

/** The normalized URL, or undefined unless it is http, https or mailto. */
function sanitizeUrl(input: unknown): string | undefined {
  if (typeof input !== 'string' || input === '') return undefined
  const isSafe = /^mailto:/i.test(input) || z.safeParse(WebLink, input).success
  return isSafe && URL.canParse(input) ? new URL(input).href : undefined
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

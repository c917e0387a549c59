import { stripMarkdown } from '@dolph/contract/strip-markdown'
import type { Post } from '@dolph/contract/posts'
import { Feed } from 'feed'

const SUMMARY_MAX = 280
/** The characters that XML allows; a document with any other is not XML at all. */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Posts as an Atom feed, newest first. What members wrote is text in it, whatever it looks like. */
export function renderAtomDocument(posts: readonly Post[], origin: string): string {
  const feed = new Feed({
    id: `${origin}/feed.xml`,
    title: 'Projects on Dolph',
    description: 'The newest projects: finished work, ideas, and teams that look for contributors.',
    link: `${origin}/browse`,
    feed: `${origin}/feed.xml`,
    favicon: `${origin}/favicon.ico`,
    // No time of our own: the same posts make the same bytes, in every process.
    updated: new Date(posts[0]?.createdAt ?? 0),
    generator: false,
  })
  for (const post of posts) feed.addItem(buildEntry(post, origin))
  return feed.atom1()
}

function buildEntry(post: Post, origin: string) {
  const madeAt = new Date(post.createdAt)
  return {
    id: `urn:uuid:${post._id}`,
    title: encodeHtmlText(post.title),
    link: `${origin}/posts/${post._id}`,
    published: madeAt,
    date: madeAt,
    author: [{ name: stripInvalidXmlCharacters(post.user?.userName ?? 'Unknown User') }],
    category: [{ term: post.type }],
    description: encodeHtmlText(buildExcerpt(post.body)),
  }
}

// Titles and summaries are announced as HTML, in a CDATA section; without `>` nothing in them can end it.
function encodeHtmlText(text: string): string {
  return stripInvalidXmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function stripInvalidXmlCharacters(text: string): string {
  return text.replaceAll(INVALID_XML_CHARACTERS, '')
}

/** The beginning, on one line, up to the end of a word. */
function buildExcerpt(body: string): string {
  const line = stripMarkdown(body)
  const start = Array.from(line).slice(0, SUMMARY_MAX).join('')
  if (start.length === line.length) return line
  return `${start.replace(/\s\S{0,40}$/, '')}…`
}

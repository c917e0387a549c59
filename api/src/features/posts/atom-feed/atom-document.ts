import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { stripBeginning } from '@dolph/contract/strip-markdown'
import { truncateText } from '@dolph/contract/truncate-text'
import type { Post } from '@dolph/contract/posts/posts'
import { Feed } from 'feed'

const SUMMARY_MAX = 280
/** The characters that XML 1.0 forbids; a document with one of them is not well-formed. */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The address of a feed, and of the page with the same projects. The title can have text of members. */
export interface AtomFeed {
  title: string
  description: string
  path: string
  pagePath: string
}

/** Renders posts as an Atom feed, newest first. Text of members is escaped, so that no markup in it takes effect. */
export function renderAtomDocument(
  posts: readonly Post[],
  origin: string,
  { title, description, path, pagePath }: AtomFeed,
): string {
  const feed = new Feed({
    id: origin + path,
    title: stripInvalidXmlCharacters(title),
    description: stripInvalidXmlCharacters(description),
    link: origin + pagePath,
    feed: origin + path,
    favicon: `${origin}/favicon.ico`,
    // Taken from the newest post instead of the clock, so that every process renders the same bytes.
    updated: new Date(posts[0]?.createdAt ?? 0),
    generator: false,
  })
  for (const post of posts) feed.addItem(buildEntry(post, origin))
  return feed.atom1()
}

function buildEntry(post: Post, origin: string) {
  const createdAt = new Date(post.createdAt)
  return {
    id: `urn:uuid:${post._id}`,
    title: encodeHtmlText(post.title),
    link: origin + buildPublicPostPath(post),
    published: createdAt,
    date: createdAt,
    author: [{ name: stripInvalidXmlCharacters(post.user?.userName ?? 'Unknown User') }],
    category: [{ term: post.type }],
    description: encodeHtmlText(truncateText(stripBeginning(post.body), SUMMARY_MAX)),
  }
}

// The feed library declares titles and summaries as HTML in a CDATA section, which no text without `>` can end.
function encodeHtmlText(text: string): string {
  return stripInvalidXmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function stripInvalidXmlCharacters(text: string): string {
  return text.replaceAll(INVALID_XML_CHARACTERS, '')
}

import { TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { describePublicPost, type PublicPost } from '@dolph/contract/posts/read-public-post'
import { buildCardPath } from '@dolph/contract/posts/share-cards'
import { isHttpUrl } from '@dolph/contract/urls'
import { escapeHtml, type PageHead } from '../../../platform/http/web-app/page-head.ts'

const SITE_NAME = 'Dolph'

/** What search engines and link previews read of a post. Every text of a member is encoded. */
export function buildPublicPostHead(post: PublicPost, origin: string): PageHead {
  const url = origin + buildPublicPostPath(post)
  const image = origin + buildCardPath(post)
  const description = describePublicPost(post)
  return {
    title: `${post.title} · ${SITE_NAME}`,
    description,
    elements: [
      ...(post.isIndexed ? [] : ['<meta name="robots" content="noindex">']),
      `<link rel="canonical" href="${escapeHtml(url)}">`,
      renderMetaProperty('og:url', url),
      renderMetaProperty('og:type', 'article'),
      renderMetaProperty('og:site_name', SITE_NAME),
      renderMetaProperty('og:locale', 'en_US'),
      renderMetaProperty('og:title', post.title),
      renderMetaProperty('og:description', description),
      renderMetaProperty('og:image', image),
      renderMetaProperty('og:image:type', 'image/png'),
      renderMetaProperty('og:image:width', '1200'),
      renderMetaProperty('og:image:height', '630'),
      renderMetaProperty('og:image:alt', `${post.title}, a project on ${SITE_NAME}`),
      renderMetaProperty('article:published_time', post.createdAt),
      '<meta name="twitter:card" content="summary_large_image">',
      renderJsonLd(buildStructuredData(post, { url, image, description })),
    ].join(''),
  }
}

function renderMetaProperty(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`
}

/** A data block, which the browser does not run. `<` is escaped, so that nothing in the data can end the block. */
function renderJsonLd(data: object): string {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/ld+json">${json}</script>`
}

interface Links {
  url: string
  image: string
  description: string
}

function buildStructuredData(post: PublicPost, { url, image, description }: Links): object {
  const hasRepository = isHttpUrl(post.github)
  return {
    '@context': 'https://schema.org',
    '@type': hasRepository ? 'SoftwareSourceCode' : 'CreativeWork',
    '@id': url,
    url,
    name: post.title,
    description,
    image,
    datePublished: post.createdAt,
    isAccessibleForFree: true,
    ...(post.user && { author: { '@type': 'Person', name: post.user.userName } }),
    ...(hasRepository && { codeRepository: post.github }),
    ...(post.topics.length > 0 && {
      keywords: post.topics.map((topic) => TOPIC_LABELS[topic]).join(', '),
    }),
    interactionStatistic: [
      buildCounter('LikeAction', post.likeCount),
      buildCounter('CommentAction', post.commentCount),
    ],
  }
}

function buildCounter(action: string, count: number): object {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}

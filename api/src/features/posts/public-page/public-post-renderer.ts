import { Id } from '@dolph/contract/primitives'
import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import {
  createDocumentRenderer,
  type PageContent,
} from '../../../platform/http/web-app/document-renderer.ts'
import type { PageRenderer } from '../../../platform/http/web-app/page-renderers.ts'
import type { Renderer } from '../../../platform/http/web-app/renderer.ts'
import { insertPlainPost } from './plain-post-document.ts'
import type { CachedPublicPost, PublicPostCache } from './public-post-cache.ts'
import { buildPublicPostHead } from './public-post-head.ts'

/** The paths of the page in the web app's list of pages. */
export const PUBLIC_POST_PATHS = ['/p/:id', '/p/:id/:slug']

const DOCUMENTS_MAX_BYTES = 64 * 1024 * 1024

const Params = z.object({ id: Id })

interface Options {
  publicPosts: PublicPostCache
  renderer: Pick<Renderer, 'render'>
  appOrigin: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Renders the public page of a post. */
export function createPublicPostRenderer(options: Options): PageRenderer {
  const { publicPosts, renderer, appOrigin, log } = options

  /** Built once for each cached post: the path alone takes longer than finding the document. */
  const contents = new WeakMap<CachedPublicPost, PageContent>()

  function readContent(params: unknown): PageContent | Promise<PageContent | undefined> {
    // This cast is safe: the paths above have the parameter.
    const cached = publicPosts.getCached((params as { id: string }).id)
    return cached ? getContent(cached) : fetchContent(params)
  }

  async function fetchContent(params: unknown): Promise<PageContent | undefined> {
    const { id } = Params.safeParse(params).data ?? {}
    const cached = id === undefined ? undefined : await publicPosts.fetchPost(id)
    return cached && getContent(cached)
  }

  function getContent(cached: CachedPublicPost): PageContent {
    const known = contents.get(cached)
    if (known) return known
    const { post, reply } = cached
    const content: PageContent = {
      page: 'public-post',
      query: 'post',
      key: post._id,
      reply,
      path: buildPublicPostPath(post),
      buildHead: () => buildPublicPostHead(post, appOrigin),
      insertText: (document) => insertPlainPost(document, post),
    }
    contents.set(cached, content)
    return content
  }

  return createDocumentRenderer({
    readContent,
    renderer,
    log,
    documentsMaxBytes: DOCUMENTS_MAX_BYTES,
  })
}

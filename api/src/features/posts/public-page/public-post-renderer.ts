import { Id } from '@dolph/contract/primitives'
import { buildPublicPostPath } from '@dolph/contract/public-posts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import {
  createDocumentRenderer,
  type PageContent,
} from '../../../http/web-app/document-renderer.ts'
import type { PageRenderer } from '../../../http/web-app/page-renderers.ts'
import type { Renderer } from '../../../http/web-app/renderer.ts'
import { insertPlainPost } from './plain-post-document.ts'
import type { PublicPostCache } from './public-post-cache.ts'
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

  async function readContent(params: unknown): Promise<PageContent | undefined> {
    const { id } = Params.safeParse(params).data ?? {}
    const cached = id === undefined ? undefined : await publicPosts.fetchPost(id)
    if (!cached) return undefined
    const { post, reply } = cached
    return {
      ...{ page: 'public-post', query: 'post', key: post._id, reply },
      path: buildPublicPostPath(post),
      buildHead: () => buildPublicPostHead(post, appOrigin),
      insertText: (document) => insertPlainPost(document, post),
    }
  }

  return createDocumentRenderer({
    ...{ readContent, renderer, log },
    documentsMaxBytes: DOCUMENTS_MAX_BYTES,
  })
}

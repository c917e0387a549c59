import { buildCardPath, COMMON_CARD_PATH } from '@dolph/contract/posts/share-cards'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppDeps } from '../../../platform/deps.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { PendingReads } from '../../../platform/db/caches/pending-reads.ts'
import { sendCachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { OverloadedError } from '../../../platform/semaphore.ts'
import { PLAIN_BADGE, selectBadge } from './badge.ts'
import { openCardRenderer, type CardRenderer } from './card-renderer.ts'
import { createSharedPosts, type SharedPost } from './shared-posts.ts'

const CARDS_MAX_BYTES = 32 * 1024 * 1024
/** What a card takes in the cache beside its bytes; all of what a post without a card takes. */
const CARD_OVERHEAD_BYTES = 512
const REDIRECT_MAX_AGE_SECONDS = 60

const assetRoute = {
  config: { access: 'public' as const, limit: 'asset' as const },
  schema: { hide: true },
}
/** Other sites embed cards and badges; as documents of their own they may do nothing. */
const PICTURE_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
}
const BADGE_HEADERS = {
  ...PICTURE_HEADERS,
  'cache-control': 'public, max-age=300',
}
const CARD_HEADERS = {
  ...PICTURE_HEADERS,
  'content-type': 'image/png',
  // Short, so that the card of a deleted or hidden post is gone from the caches of others within minutes.
  'cache-control': 'public, max-age=300',
}

interface Options extends Pick<AppDeps, 'readers' | 'files'> {
  cards?: CardRenderer
}

/** Serves the pictures by which a post is shared: the card of a link preview, and the badge of a README. */
export async function sharingRoutes(
  app: FastifyInstance,
  { readers, files, cards = openCardRenderer() }: Options,
): Promise<void> {
  const posts = createSharedPosts(readers)
  const pngs = new LRUCache<string, { png: Buffer | null }>({
    maxSize: CARDS_MAX_BYTES,
    sizeCalculation: ({ png }) => (png?.length ?? 0) + CARD_OVERHEAD_BYTES,
  })
  const pending = new PendingReads<{ png: Buffer | null }>()
  const drawCard = async (path: string, post: SharedPost) => {
    const card = { png: await cards.render(post, () => readCover(files, post)) }
    pngs.set(path, card)
    return card
  }
  app.addHook('onClose', async () => cards.close())

  app.get<{ Params: { id: string; file: string } }>(
    '/cards/:id/:file',
    assetRoute,
    async (request, reply) => {
      try {
        const post = await posts.fetch(request.params.id)
        if (!post) return redirectTo(reply, COMMON_CARD_PATH)
        const path = buildCardPath(post)
        if (!path.endsWith(`/${request.params.file}`)) return redirectTo(reply, path)
        const card = pngs.get(path) ?? (await pending.share(path, () => drawCard(path, post)))
        if (!card.png) return redirectTo(reply, COMMON_CARD_PATH)
        return reply.headers(CARD_HEADERS).send(card.png)
      } catch (error) {
        // A link preview without its card is better than none.
        if (!(error instanceof OverloadedError))
          request.log.warn(error, 'a share card could not be drawn; the common picture is sent')
        return redirectTo(reply, COMMON_CARD_PATH)
      }
    },
  )

  app.get<{ Params: { file: string } }>('/badge/:file', assetRoute, async (request, reply) => {
    reply.headers(BADGE_HEADERS)
    const { file } = request.params
    const id = file.endsWith('.svg') ? file.slice(0, -'.svg'.length) : file
    try {
      const post = posts.fetch(id)
      const badge = selectBadge(post instanceof Promise ? await post : post)
      return sendCachedReply(request, reply, badge)
    } catch (error) {
      request.log.warn(error, 'the post of a badge could not be read; the plain badge is sent')
      reply.header('cache-control', 'no-cache')
      return sendCachedReply(request, reply, PLAIN_BADGE)
    }
  })
}

/** The file of the page size, which the server itself has encoded. Throws if storage is down, so that no card without it is kept. */
async function readCover(files: FileStore, { cover }: SharedPost): Promise<Buffer | null> {
  return cover ? files.get(cover.url.slice('/'.length)) : null
}

/** Kept for a short time only: the post, or the load of the process, can change. */
function redirectTo(reply: FastifyReply, path: string): FastifyReply {
  return reply
    .headers(PICTURE_HEADERS)
    .header('cache-control', `public, max-age=${REDIRECT_MAX_AGE_SECONDS}`)
    .redirect(path)
}

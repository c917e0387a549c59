import { browsePosts } from '@dolph/contract/posts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { StoredReply } from '../../http/stored-reply.ts'
import type { SharedFeed } from './feed.ts'
import type { Renderer } from '../../http/renderer.ts'

/** A document says how long ago things happened, and browsers look for newer posts in one that is older than a minute. */
const RENDERED_ANEW_MS = 30_000
const PATIENCE_MS = 2_000

const NEWEST = z.parse(browsePosts.schema.querystring, {})

interface Parts {
  visitors: SharedFeed
  renderer: Pick<Renderer, 'render'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Whoever asks for the page does not wait longer for its posts. */
  patienceMs?: number
}

interface Made {
  posts: StoredReply
  at: number
  document: StoredReply
}

/**
 * The document of /browse with the visitors' first page of posts in it. However many ask at once, it is rendered once,
 * and again when its posts have changed. Where that fails, `plain` is the document: the browser fetches its posts.
 */
export function firstPage({ visitors, renderer, log, patienceMs = PATIENCE_MS }: Parts) {
  let made: Made | undefined
  let making: Promise<StoredReply> | undefined

  return async (plain: StoredReply): Promise<StoredReply> => {
    const held = visitors.held(browsePosts.url)
    if (held && made && isStillTrue(made, held)) return made.document
    making ??= make(plain).finally(() => (making = undefined))
    return within(patienceMs, making, made?.document ?? plain)
  }

  async function make(plain: StoredReply): Promise<StoredReply> {
    try {
      const posts = await visitors.page(browsePosts.url, NEWEST)
      if (!made || !isStillTrue(made, posts)) made = await render(plain, posts)
      return made.document
    } catch (error) {
      log.warn(error)
      return made?.document ?? plain
    }
  }

  async function render(plain: StoredReply, posts: StoredReply): Promise<Made> {
    const at = Date.now()
    try {
      const task = { document: plain.body.toString(), reply: posts.body.toString(), at }
      const document = new StoredReply(await renderer.render(task), plain.type)
      await document.compress()
      return { posts, at, document }
    } catch (error) {
      log.warn(error)
      // Kept as if it had been rendered: what fails is not tried with every request.
      return { posts, at, document: plain }
    }
  }
}

function isStillTrue(made: Made, posts: StoredReply): boolean {
  return made.posts.etag === posts.etag && Date.now() - made.at < RENDERED_ANEW_MS
}

async function within<T>(ms: number, wanted: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, otherwise)
  try {
    return await Promise.race([wanted, promise])
  } finally {
    clearTimeout(timer)
  }
}

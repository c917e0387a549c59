import { WATCHED_POSTS_MAX, type LivePostServerEvent } from '@dolph/contract/live-posts/live-posts'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { Subscription } from '../../platform/realtime/bus.ts'
import type { ClientConnection } from '../../platform/realtime/socket-feature.ts'
import { Coalescer } from './coalescer.ts'
import {
  mergePostChanges,
  toPostSubject,
  type PostChange,
  type PostChangedEvent,
} from './post-change.ts'
import { selectWatchedPosts, type WatchedPost } from './queries.ts'

/** Several processes may publish changes of one post within a second. */
const PUSH_INTERVAL_MS = 1_000
const READ_BATCH_SIZE = 200

type WatcherDeps = Pick<Deps, 'db'> & { bus: Pick<Deps['bus'], 'subscribeTo'> }

interface WatchedEntry {
  connections: Set<ClientConnection>
  subscription: Subscription
}

/** The posts that sockets of this process watch. The process is subscribed to the changes of these posts only. */
export class PostWatchers {
  readonly #deps: WatcherDeps
  readonly #log: FastifyBaseLogger
  readonly #posts = new Map<string, WatchedEntry>()
  /** In the order in which the socket began to watch them. */
  readonly #postIds = new Map<ClientConnection, Set<string>>()
  readonly #coalescer: Coalescer<PostChange>
  readonly #unread = new Map<string, PostChange>()
  #isReading = false

  constructor(deps: WatcherDeps, log: FastifyBaseLogger) {
    this.#deps = deps
    this.#log = log
    this.#coalescer = new Coalescer({
      intervalMs: PUSH_INTERVAL_MS,
      merge: mergePostChanges,
      emit: (postId, change) => {
        const unread = this.#unread.get(postId)
        this.#unread.set(postId, unread ? mergePostChanges(unread, change) : change)
        void this.#readAndPush()
      },
    })
  }

  /** Ignores a post that the member cannot see. */
  async watch(connection: ClientConnection, postId: string): Promise<void> {
    const [post] = await selectWatchedPosts(this.#deps.db, [postId])
    // A socket that was closed meanwhile is not removed again.
    if (!post || !isVisibleTo(post, connection) || connection.isClosing) return
    const postIds = this.#postIds.get(connection) ?? new Set()
    this.#postIds.set(connection, postIds)
    const [oldest] = postIds
    if (oldest !== undefined && postIds.size >= WATCHED_POSTS_MAX && !postIds.has(postId)) {
      this.unwatch(connection, oldest)
    }
    postIds.add(postId)
    this.#getEntry(postId).connections.add(connection)
  }

  unwatch(connection: ClientConnection, postId: string): void {
    this.#postIds.get(connection)?.delete(postId)
    const entry = this.#posts.get(postId)
    if (!entry?.connections.delete(connection) || entry.connections.size > 0) return
    entry.subscription.unsubscribe()
    this.#posts.delete(postId)
  }

  remove(connection: ClientConnection): void {
    for (const postId of this.#postIds.get(connection) ?? []) this.unwatch(connection, postId)
    this.#postIds.delete(connection)
  }

  #getEntry(postId: string): WatchedEntry {
    const entry = this.#posts.get(postId)
    if (entry) return entry
    const subscription = this.#deps.bus.subscribeTo(toPostSubject(postId), (id, event) =>
      this.#coalescer.add(id, JSON.parse(event) as PostChange),
    )
    const added = { connections: new Set<ClientConnection>(), subscription }
    this.#posts.set(postId, added)
    return added
  }

  /** One statement at a time: the changes that arrive meanwhile are read together by the next one. */
  async #readAndPush(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    while (this.#unread.size > 0) {
      const batch = new Map([...this.#unread].slice(0, READ_BATCH_SIZE))
      for (const postId of batch.keys()) this.#unread.delete(postId)
      try {
        const posts = await selectWatchedPosts(this.#deps.db, [...batch.keys()])
        const byId = new Map(posts.map((post) => [post.id, post]))
        for (const [postId, change] of batch) this.#push(postId, byId.get(postId), change)
      } catch (error) {
        this.#log.warn(error, 'changes of watched posts not read; browsers refresh within 30 s')
      }
    }
    this.#isReading = false
  }

  /** Members who can no longer see the post get only the event that it is withdrawn. */
  #push(postId: string, post: WatchedPost | undefined, change: PostChange): void {
    const changed = post && JSON.stringify(buildChangedEvent(post, change))
    const withdrawn = JSON.stringify({
      type: 'post_withdrawn',
      postId,
    } satisfies LivePostServerEvent)
    for (const connection of this.#posts.get(postId)?.connections ?? []) {
      if (connection.memberId === change.memberId) continue
      if (changed !== undefined && isVisibleTo(post, connection)) connection.push(changed)
      else if (change.includesPost) connection.push(withdrawn)
    }
  }
}

function buildChangedEvent(
  { id, likeCount, commentCount }: WatchedPost,
  { reason, includesPost, position }: PostChange,
): PostChangedEvent {
  return {
    type: 'post_changed',
    postId: id,
    reason,
    likeCount,
    commentCount,
    ...(includesPost && { includesPost }),
    ...(position !== undefined && { position }),
  }
}

function isVisibleTo(post: WatchedPost | undefined, { memberId }: ClientConnection): boolean {
  return post?.onlyVisibleTo === null || post?.onlyVisibleTo === memberId
}

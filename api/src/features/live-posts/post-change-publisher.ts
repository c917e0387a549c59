import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { callWithPosition } from '../../platform/db/standbys/call-with-position.ts'
import { Coalescer } from './coalescer.ts'
import { mergePostChanges, toPostSubject, type PostChange } from './post-change.ts'

declare module 'fastify' {
  interface FastifyInstance {
    postChanges: PostChangePublisher
  }
}

/** The one of this process, so that the changes of all features are coalesced. */
export function getPostChanges(app: Pick<FastifyInstance, 'postChanges'>): PostChangePublisher {
  return app.postChanges
}

const PUBLISH_INTERVAL_MS = 1_000

/** Tells the processes with a watcher of a post that it has changed; at most once a second for a post. */
export class PostChangePublisher {
  readonly #coalescer: Coalescer<PostChange>
  readonly #flags: Deps['flags']

  constructor({ bus, flags, position }: Pick<Deps, 'bus' | 'flags' | 'position'>) {
    this.#flags = flags
    const publish = (postId: string, change: PostChange) =>
      bus.publishAbout(toPostSubject(postId), JSON.stringify(change))
    this.#coalescer = new Coalescer({
      intervalMs: PUBLISH_INTERVAL_MS,
      merge: mergePostChanges,
      emit: (postId, change) =>
        callWithPosition(position, (committed) =>
          publish(postId, committed === undefined ? change : { ...change, position: committed }),
        ),
    })
  }

  /** To be called after the commit: a watcher that refetches earlier would still read the old rows. */
  publish(postId: string, change: PostChange): void {
    // Without these events browsers refresh an open post within 30 s.
    if (this.#flags.isOn('live')) this.#coalescer.add(postId, change)
  }
}

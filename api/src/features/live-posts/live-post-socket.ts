import { UnwatchPostEvent, WatchPostEvent } from '@dolph/contract/live-posts/live-posts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { defineClientEvent, type SocketFeature } from '../../platform/realtime/socket-feature.ts'
import { PostWatchers } from './post-watchers.ts'

/** The burst covers a member who leafs through posts. */
const WATCH_LIMIT = { perSecond: 1, burst: 15 }

/** Sends the browsers that show a post its new counts, and whether its comments have changed. */
export function createLivePostSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const watchers = new PostWatchers(deps, app.log)
  return {
    name: 'live-posts',
    clientEvents: [
      defineClientEvent(
        WatchPostEvent,
        (connection, { postId }) => watchers.watch(connection, postId),
        { limit: WATCH_LIMIT },
      ),
      defineClientEvent(
        UnwatchPostEvent,
        async (connection, { postId }) => watchers.unwatch(connection, postId),
        { limit: WATCH_LIMIT },
      ),
    ],
    serverEvents: [
      { type: 'post_changed', isEphemeral: true },
      { type: 'post_withdrawn', isEphemeral: true },
    ],
    onDisconnect: (connection) => watchers.remove(connection),
  }
}

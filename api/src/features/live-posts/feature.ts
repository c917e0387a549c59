import type { FastifyPluginAsync } from 'fastify'
import plugin from 'fastify-plugin'
import { defineFeature } from '../../platform/define-feature.ts'
import type { Deps } from '../../platform/deps.ts'
import { createLivePostSocket } from './live-post-socket.ts'
import { PostChangePublisher } from './post-change-publisher.ts'

const publisher: FastifyPluginAsync<Deps> = async (app, deps) => {
  app.decorate('postChanges', new PostChangePublisher(deps))
}

export const livePosts = defineFeature({
  name: 'live-posts',
  needs: { api: ['posts'], web: [] },
  // Without encapsulation: other features publish changes of posts.
  routes: plugin(publisher),
  socket: createLivePostSocket,
})

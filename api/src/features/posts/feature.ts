import { defineFeature } from '../../define-feature.ts'
import { atomFeedRoutes } from './atom-feed/atom-feed-routes.ts'
import { createBrowseDocumentRenderer } from './browse-document-renderer.ts'
import { postErasure } from './erase-posts.ts'
import { createVisitorFeedCache } from './feed/feed.ts'
import { deletePostContentTask, indexPostsTask, postJobs, refreshRanksTask } from './jobs.ts'
import { postRoutes } from './routes.ts'

export const posts = defineFeature({
  name: 'posts',
  needs: ['accounts', 'comments'],
  routes: async (app, deps) => {
    const visitorFeed = createVisitorFeedCache(deps.db)
    await app.register(postRoutes, { ...deps, visitorFeed })
    await app.register(atomFeedRoutes, deps)
    const { renderer, log } = app
    if (renderer) {
      app.pageRenderers.set('/browse', createBrowseDocumentRenderer({ visitorFeed, renderer, log }))
    }
  },
  jobs: postJobs,
  intervalTasks: [refreshRanksTask, indexPostsTask, deletePostContentTask],
  eraseMember: postErasure,
})

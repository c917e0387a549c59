import { defineFeature } from '../../define-feature.ts'
import { atomFeedRoutes } from './atom-feed/atom-feed-routes.ts'
import { createBrowseDocumentRenderer } from './browse-document-renderer.ts'
import { postErasure } from './erase-posts.ts'
import { createVisitorFeedCache } from './feed/feed.ts'
import { followingRoutes } from './following/routes.ts'
import { deletePostContentTask, postJobs, refreshRanksTask } from './jobs.ts'
import { postRoutes } from './routes.ts'
import { indexImportedPosts } from './search/index-imported-posts.ts'
import { sharingRoutes } from './sharing/sharing-routes.ts'

export const posts = defineFeature({
  name: 'posts',
  needs: [
    'accounts',
    'comments',
    'join-requests',
    'live-posts',
    'messaging',
    'moderation',
    'notifications',
    'people',
    'projects',
    'roles',
    'safety',
    'updates',
  ],
  routes: async (app, deps) => {
    const visitorFeed = createVisitorFeedCache(deps.db)
    await app.register(postRoutes, { ...deps, visitorFeed })
    await app.register(followingRoutes, deps)
    await app.register(atomFeedRoutes, deps)
    await app.register(sharingRoutes, deps)
    const { renderer, log } = app
    if (renderer) {
      app.pageRenderers.set('/browse', createBrowseDocumentRenderer({ visitorFeed, renderer, log }))
    }
  },
  jobs: postJobs,
  intervalTasks: [refreshRanksTask, deletePostContentTask],
  events: { 'post.imported': indexImportedPosts },
  eraseMember: postErasure,
})

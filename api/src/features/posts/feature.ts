import { defineFeature } from '../../platform/define-feature.ts'
import { postExport } from './export-posts.ts'
import { atomFeedRoutes } from './atom-feed/atom-feed-routes.ts'
import { createBrowseDocumentRenderer } from './browse-document-renderer.ts'
import { postErasure, repeatPostErasure } from './erase-posts.ts'
import { createVisitorFeedCache } from './feed/feed.ts'
import { followingRoutes } from './following/routes.ts'
import { deletePostContentTask, postJobs, refreshRanksTask, topPostsTask } from './jobs.ts'
import { createPublicPostCache } from './public-page/public-post-cache.ts'
import { createPublicPostRenderer, PUBLIC_POST_PATHS } from './public-page/public-post-renderer.ts'
import { publicPostRoutes } from './public-page/public-post-routes.ts'
import { postPictureRoutes } from './pictures/upload-routes.ts'
import { postRoutes } from './routes.ts'
import { indexImportedPosts } from './search/index-imported-posts.ts'
import { sharingRoutes } from './sharing/sharing-routes.ts'
import { readFirstRoles } from '../roles/browse/role-page.ts'
import { sitemapRoutes } from './sitemap/sitemap-routes.ts'

export const posts = defineFeature({
  name: 'posts',
  needs: {
    api: [
      'accounts',
      'comments',
      'live-posts',
      'notifications',
      'pictures',
      'profiles',
      'projects',
      'roles',
      'safety',
      'updates',
    ],
    web: [
      'accounts',
      'comments',
      'join-requests',
      'messaging',
      'moderation',
      'notifications',
      'people',
      'projects',
      'roles',
      'safety',
      'updates',
    ],
  },
  routes: async (app, deps) => {
    const visitorFeed = createVisitorFeedCache(deps.readers)
    await app.register(postRoutes, { ...deps, visitorFeed })
    await app.register(postPictureRoutes, deps)
    await app.register(followingRoutes, deps)
    await app.register(atomFeedRoutes, deps)
    await app.register(sharingRoutes, deps)
    await app.register(sitemapRoutes, deps)
    const publicPosts = createPublicPostCache(deps.readers)
    await app.register(publicPostRoutes, { publicPosts })
    const { renderer, log } = app
    if (renderer) {
      const appOrigin = deps.config.APP_ORIGIN
      app.pageRenderers.set(
        '/browse',
        createBrowseDocumentRenderer({ visitorFeed, renderer, log, flags: deps.flags }),
      )
      app.pageRenderers.set(
        '/',
        createBrowseDocumentRenderer({
          page: 'home',
          visitorFeed,
          renderer,
          log,
          flags: deps.flags,
          readMore: async () => ({
            role: (await readFirstRoles(deps.readers.everybody, { limit: 1 }, null))[0] ?? 'null',
          }),
        }),
      )
      const renderPublicPost = createPublicPostRenderer({ publicPosts, renderer, appOrigin, log })
      for (const path of PUBLIC_POST_PATHS) app.pageRenderers.set(path, renderPublicPost)
    }
  },
  jobs: postJobs,
  intervalTasks: [refreshRanksTask, topPostsTask, deletePostContentTask],
  waiting: [
    {
      name: 'rank_changes_waiting',
      help: 'Changes of likes that the most-liked lists do not show yet',
      table: 'post_rank_changes',
    },
  ],
  events: { 'post.imported': indexImportedPosts },
  eraseMember: postErasure,
  repeatErasures: { post: repeatPostErasure },
  exportMember: postExport,
})

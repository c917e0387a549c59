import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** Open to visitors. */
export const publicPostRoutes: RouteObject[] = [
  createPageRoute(
    '/browse',
    {
      title: 'Explore Projects',
      description:
        'Projects by developers: finished work, ideas, and teams that look for contributors.',
    },
    async () => (await import('./feed/browse-page.tsx')).BrowsePage,
  ),
  // With a description of its own once the project is loaded.
  createPageRoute(
    '/p/:id/:slug?',
    { title: 'Project', description: 'A project on Dolph.' },
    async () => (await import('./public-page/public-post-page.tsx')).PublicPostPage,
  ),
]

/** The pages on which members read and write posts. */
export const postRoutes: RouteObject[] = [
  createPageRoute(
    '/posts/create',
    { title: 'Create New Project' },
    async () => (await import('./writing/create-post-page.tsx')).CreatePostPage,
  ),
  createPageRoute(
    '/posts/edit/:id',
    { title: 'Edit Post' },
    async () => (await import('./writing/edit-post-page.tsx')).EditPostPage,
  ),
  createPageRoute(
    '/posts/:id',
    { title: 'Post' },
    async () => (await import('./post-page/post-page.tsx')).PostPage,
  ),
  createPageRoute(
    '/my-posts',
    { title: 'My Posts' },
    async () => (await import('./my-posts/my-posts-page.tsx')).MyPostsPage,
  ),
  createPageRoute(
    '/following',
    { title: 'Saved and following' },
    async () => (await import('./following/following-page.tsx')).FollowingPage,
  ),
]

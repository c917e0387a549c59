import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

/** The pages on which members read and write posts. */
export const postRoutes: RouteObject[] = [
  createPageRoute(
    '/posts',
    { title: 'Explore Projects' },
    async () => (await import('../dashboard/member-dashboard-page.tsx')).MemberDashboardPage,
  ),
  createPageRoute(
    '/posts/create',
    { title: 'Create New Project' },
    async () => (await import('../../features/posts/writing/create-post-page.tsx')).CreatePostPage,
  ),
  createPageRoute(
    '/posts/edit/:id',
    { title: 'Edit Post' },
    async () => (await import('../../features/posts/writing/edit-post-page.tsx')).EditPostPage,
  ),
  createPageRoute(
    '/posts/:id',
    { title: 'Post' },
    async () => (await import('../../features/posts/post-page/post-page.tsx')).PostPage,
  ),
  createPageRoute(
    '/my-posts',
    { title: 'My Posts' },
    async () => (await import('../../features/posts/my-posts/my-posts-page.tsx')).MyPostsPage,
  ),
  createPageRoute(
    '/following',
    { title: 'Saved' },
    async () => (await import('../../features/posts/following/following-page.tsx')).FollowingPage,
  ),
]

import type { RouteObject } from 'react-router'
import { pageRoute } from './page-route.ts'

/** Posts as members see and write them. */
export const postRoutes: RouteObject[] = [
  pageRoute(
    '/posts',
    { title: 'Explore Projects' },
    async () => (await import('../features/posts/dashboard-page.tsx')).DashboardPage,
  ),
  pageRoute(
    '/posts/create',
    { title: 'Create New Project' },
    async () => (await import('../features/posts/writing/create-page.tsx')).CreatePage,
  ),
  pageRoute(
    '/posts/edit/:id',
    { title: 'Edit Post' },
    async () => (await import('../features/posts/writing/edit-page.tsx')).EditPage,
  ),
  pageRoute(
    '/posts/:id',
    { title: 'Post' },
    async () => (await import('../features/posts/post-page.tsx')).PostPage,
  ),
  pageRoute(
    '/my-posts',
    { title: 'My Posts' },
    async () => (await import('../features/posts/my-posts/my-posts-page.tsx')).MyPostsPage,
  ),
]

import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

export const moderatorRoutes: RouteObject[] = [
  createPageRoute(
    '/review/:id?',
    { title: 'Review' },
    async () => (await import('./review-page.tsx')).ReviewPage,
  ),
]

export const adminRoutes: RouteObject[] = [
  createPageRoute(
    '/review/audit',
    { title: 'Audit log' },
    async () => (await import('./audit-log-page.tsx')).AuditLogPage,
  ),
]

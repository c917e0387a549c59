import type { RouteObject } from 'react-router'
import { createPageRoute } from '../../lib/routes/page-route.ts'

/** The pages of skills and topics, for everyone. They have descriptions of their own once they are loaded. */
export const skillRoutes: RouteObject[] = [
  createPageRoute(
    '/skills/:key',
    { title: 'Skill', description: 'Open roles and projects for a skill.' },
    async () => (await import('./skill-page.tsx')).SkillPage,
  ),
  createPageRoute(
    '/topics/:key',
    { title: 'Topic', description: 'Open roles and projects of a topic.' },
    async () => (await import('./topic-page.tsx')).TopicPage,
  ),
]

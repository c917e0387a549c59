import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

export const peopleRoutes: RouteObject[] = [
  createPageRoute('/people', { title: 'People' }, async () => {
    const { PeoplePage } = await import('../../features/people/browse/people-page.tsx')
    return () => <PeoplePage InviteAction={() => null} />
  }),
]

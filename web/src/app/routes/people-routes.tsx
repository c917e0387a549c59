import type { RouteObject } from 'react-router'
import { createPageRoute } from './page-route.ts'

export const peopleRoutes: RouteObject[] = [
  createPageRoute('/people', { title: 'People' }, async () => {
    const [{ PeoplePage }, { InviteButton }] = await Promise.all([
      import('../../features/people/browse/people-page.tsx'),
      // Composed here: join requests need people, so people cannot import from them.
      import('../../features/join-requests/asking/invite-button.tsx'),
    ])
    return () => <PeoplePage InviteAction={InviteButton} />
  }),
]

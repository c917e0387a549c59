import type { NonIndexRouteObject } from 'react-router'
import type { Page } from './page.ts'
import type { PlannedPageProps } from './planned-page.tsx'

const BROWSE = { to: '/browse', label: 'Browse Projects' }

interface Planned extends Omit<PlannedPageProps, 'title' | 'link'> {
  title: string
  /** The heading, where it is not the title. */
  heading?: string
  link?: PlannedPageProps['link']
}

/** A route whose page is not built yet. */
export function planned(path: string, plan: Planned): NonIndexRouteObject {
  const { title, heading = title, purpose, link = BROWSE } = plan
  return {
    path,
    handle: { title, description: purpose } satisfies Page,
    lazy: {
      Component: async () => {
        const { PlannedPage } = await import('./planned-page.tsx')
        return () => <PlannedPage title={heading} purpose={purpose} link={link} />
      },
    },
  }
}

import type { ReactNode } from 'react'
import { BackToPostsLink } from './post-page/back-to-posts-link.tsx'

interface Props {
  /** The author's actions, at the end of the first line. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a post's page: a reading column, with a side column on wide screens. */
export function PostLayout({ actions, children }: Props) {
  return (
    <div className="page flex-1 py-5 sm:py-8">
      <div className="mx-auto grid max-w-[35rem] gap-x-16 lg:max-w-none lg:grid-cols-[minmax(0,35rem)_14rem] lg:justify-center">
        <div className="mb-5 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:mb-7 lg:col-span-2">
          <BackToPostsLink />
          {actions}
        </div>
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'

interface Props {
  /** The link back to the list. */
  back: ReactNode
  /** At the end of the first line. */
  actions?: ReactNode
  /** At the bottom of the screen, on phones and tablets. */
  bar?: ReactNode
  children: ReactNode
}

/** The layout of a post's page: a reading column, with a side column on wide screens. */
export function PostLayout({ back, actions, bar, children }: Props) {
  return (
    // As high as the screen, so that the footer does not shift when a short post arrives.
    <div className="page flex min-h-svh flex-1 flex-col py-5 sm:py-8">
      <div className="mx-auto grid w-full max-w-[35rem] flex-1 content-start gap-x-16 lg:max-w-none lg:grid-cols-[minmax(0,35rem)_16rem] lg:grid-rows-[auto_auto_auto_auto_1fr] lg:justify-center">
        <div className="mb-5 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:mb-7 lg:col-span-2">
          {back}
          {actions}
        </div>
        {children}
      </div>
      {bar}
    </div>
  )
}

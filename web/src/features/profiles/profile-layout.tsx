import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** Page container of the profile, its skeleton and its editor. */
export function ProfileLayout({ children }: { children: ReactNode }) {
  return <div className="page flex max-w-5xl! flex-1 flex-col gap-6 py-5 sm:py-8">{children}</div>
}

interface ProfileHeaderProps {
  cover: ReactNode
  avatar: ReactNode
  names: ReactNode
  actions?: ReactNode
}

/** The avatar overlaps the lower edge of the cover; the actions are beside it, or below the names on a phone. */
export function ProfileHeader({ cover, avatar, names, actions }: ProfileHeaderProps) {
  return (
    <header>
      {cover}
      <div className="relative -mt-12 grid gap-x-6 gap-y-4 px-2 sm:grid-cols-[1fr_auto] sm:px-5">
        <div className="-ml-1 grid justify-self-start rounded-full bg-canvas p-1">{avatar}</div>
        <div className="min-w-0 sm:col-span-2 sm:row-start-2">{names}</div>
        <div className="flex flex-wrap items-end gap-1 sm:justify-end sm:gap-2 max-sm:[&>*]:px-3">
          {actions}
        </div>
      </div>
    </header>
  )
}

/** Two columns with the sidebar on the right; one column on a phone, in the order of the props. */
export function ProfileColumns({
  about,
  sidebar,
  activity,
}: Record<'about' | 'sidebar' | 'activity', ReactNode>) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 content-start gap-4 empty:hidden">{about}</div>
      <div className={SIDEBAR_CLASS}>{sidebar}</div>
      <div className="min-w-0">{activity}</div>
    </div>
  )
}

/** At medium widths the first section spans the page and the others are side by side below it. */
const SIDEBAR_CLASS = cx(
  'grid min-w-0 content-start gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1',
  'sm:max-lg:grid-cols-2 sm:max-lg:[&>:first-child]:col-span-2',
  'sm:max-lg:[&>:nth-child(2):last-child]:col-span-2',
)

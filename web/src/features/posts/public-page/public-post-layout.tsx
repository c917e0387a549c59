import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  /** At the end of the first line. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a project's public page: a reading column, with a side column on wide screens. */
export function PublicPostLayout({ actions, children }: Props) {
  return (
    <div className="page flex-1 py-4 sm:py-8">
      <div className="mx-auto grid max-w-[35rem] gap-x-16 lg:max-w-none lg:grid-cols-[minmax(0,35rem)_15rem] lg:justify-center">
        <div className="mb-4 flex min-h-8 items-center justify-between gap-4 sm:mb-6 lg:col-span-2">
          <Link
            to="/browse"
            className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Explore projects
          </Link>
          {actions}
        </div>
        {children}
      </div>
    </div>
  )
}

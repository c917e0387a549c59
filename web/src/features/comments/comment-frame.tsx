import type { ReactNode } from 'react'

interface Props {
  avatar: ReactNode
  /** Who and when. */
  head: ReactNode
  /** Stands at the end of the first line. */
  aside?: ReactNode
  children: ReactNode
  /** The line that leads down to the replies. */
  stem?: ReactNode
}

/** The places of a comment's parts: the text stands under the name, or on a phone under the avatar too. */
export function CommentFrame({ avatar, head, aside, children, stem }: Props) {
  return (
    <div className="relative grid grid-cols-[var(--avatar)_minmax(0,1fr)] gap-x-2 sm:gap-x-3">
      <div className="grid h-(--avatar)">{avatar}</div>
      <div className="flex min-h-(--avatar) min-w-0 items-center gap-2 text-sm">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">{head}</div>
        {aside}
      </div>
      <div className="col-span-2 min-w-0 pt-1.5 sm:col-span-1 sm:col-start-2 sm:pt-0.5">
        {children}
      </div>
      {stem}
    </div>
  )
}

/** The sizes on which frames and lines agree; the steps get smaller where there is less room. */
export const COMMENT_SIZE_VARIABLES =
  '[--avatar:1.5rem] [--step:1.25rem] sm:[--avatar:2rem] sm:[--step:2.75rem]'

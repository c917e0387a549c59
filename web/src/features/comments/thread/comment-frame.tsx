import type { ReactNode } from 'react'

interface Props {
  avatar: ReactNode
  /** The author and the time. */
  head: ReactNode
  /** Shown at the end of the first line. */
  aside?: ReactNode
  children: ReactNode
  /** The line that leads down to the replies. */
  threadLine?: ReactNode
}

/** The grid of a comment: avatar, head and text. The text is below the name, on a phone below the avatar too. */
export function CommentFrame({ avatar, head, aside, children, threadLine }: Props) {
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
      {threadLine}
    </div>
  )
}

/** The sizes that comments and thread lines share; indentation steps are smaller on a phone. */
export const COMMENT_SIZE_VARIABLES =
  '[--avatar:1.5rem] [--step:1.25rem] sm:[--avatar:2rem] sm:[--step:2.75rem]'

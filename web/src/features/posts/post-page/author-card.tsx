import type { Person } from '@dolph/contract/people/people'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'

interface Props {
  author: Pick<Person, 'userName' | 'profilePicture'>
  /** Who they are, and what the viewer can do. */
  children?: ReactNode
}

/** The author of a post. */
export function AuthorCard({ author: { userName, profilePicture }, children }: Props) {
  return (
    <section
      aria-label="Author"
      className="grid gap-3 rounded-card border border-line bg-surface p-3.5 text-sm"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={userName} picture={profilePicture} />
        <div className="grid min-w-0">
          <span className="text-xs text-faint">Posted by</span>
          <span className="truncate font-medium text-ink">@{userName}</span>
        </div>
      </div>
      {children}
    </section>
  )
}

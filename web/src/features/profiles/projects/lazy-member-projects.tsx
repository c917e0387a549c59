import { useId, useState } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { InfiniteScrollTrigger } from '../../../ui/infinite-scroll-trigger.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { RECENT_POSTS_COUNT } from '../data.ts'

const lazyMemberProjects = createLazyModule(
  async () => (await import('./member-projects.tsx')).MemberProjects,
)

interface Props {
  /** Null for the viewer's own projects. */
  memberId: string | null
  /** The number of all projects. */
  count: number
}

/** The projects of a member that Recent Activity does not show, at the end of the profile. They load when the viewer scrolls near. */
export function LazyMemberProjects({ memberId, count }: Props) {
  const id = useId()
  const [isNear, setIsNear] = useState(false)
  return (
    <section aria-labelledby={id} className="grid content-start gap-4 pt-2">
      <h2 id={id} className="text-xl font-semibold">
        More projects{' '}
        <span className="font-normal text-faint tabular-nums">({count - RECENT_POSTS_COUNT})</span>
      </h2>
      <LazyPart
        part={lazyMemberProjects}
        isEnabled={isNear}
        props={{ memberId }}
        fallback={
          <div className="min-h-96">
            <InfiniteScrollTrigger onReach={() => setIsNear(true)} disabled={isNear} />
          </div>
        }
      />
    </section>
  )
}

import { useId, useState } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { InfiniteScrollTrigger } from '../../../ui/infinite-scroll-trigger.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'

const lazyMemberProjects = createLazyModule(
  async () => (await import('./member-projects.tsx')).MemberProjects,
)

interface Props {
  /** Null for the viewer's own projects. */
  memberId: string | null
  /** The number of all projects. */
  count: number
}

/** All projects of a member, at the end of the profile. They load when the viewer scrolls near. */
export function LazyMemberProjects({ memberId, count }: Props) {
  const id = useId()
  const [isNear, setIsNear] = useState(false)
  return (
    <section aria-labelledby={id} className="grid content-start gap-4 pt-2">
      <h2 id={id} className="text-xl font-semibold">
        Projects <span className="font-normal text-faint tabular-nums">({count})</span>
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

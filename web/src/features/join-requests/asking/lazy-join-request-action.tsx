import type { Person } from '@dolph/contract/people/people'
import type { Role } from '@dolph/contract/roles/roles'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'

const lazyJoinRequestAction = createLazyModule(
  async () => (await import('./join-request-action.tsx')).JoinRequestAction,
)

/** What a member can do about a role in a list: visitors' pages do not load its code. */
export function LazyJoinRequestAction(props: { role: Role; owner: Person | null }) {
  return (
    <LazyPart
      part={lazyJoinRequestAction}
      props={{ ...props, variant: 'secondary' }}
      fallback={<span className="h-8 w-34" />}
    />
  )
}

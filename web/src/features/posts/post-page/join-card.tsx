import type { Role } from '@dolph/contract/roles/roles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { getRoleElementId } from '../../roles/linked-role.ts'
import { describeHours } from '../../roles/role-texts.ts'

interface Props {
  /** The one button, or how the viewer's request stands. */
  action: ReactNode
  openRoles: readonly Role[]
}

/** How to join a project, beside its text on wide screens: the button, and the roles that are open. */
export function JoinCard({ action, openRoles }: Props) {
  if (openRoles.length === 0) return <div className="max-lg:hidden">{action}</div>
  return (
    <section aria-label="Join" className={CARD_CLASS}>
      {action}
      <ul aria-label="Open roles" className="grid gap-0.5">
        {openRoles.map((role) => (
          <li key={role._id}>
            <Link to={getRoleLink(role)} className={ROLE_CLASS}>
              <span dir="auto" className="font-medium wrap-anywhere text-ink">
                {role.title}
              </span>
              <span className="text-xs">{describeHours(role.hours)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The parameter keeps the role for the button, the fragment scrolls to it. */
function getRoleLink({ _id }: Role) {
  return { search: `?role=${_id}`, hash: `#${getRoleElementId(_id)}` }
}

/** The placeholder while the roles load. */
export function JoinCardSkeleton({ count }: { count: number }) {
  if (count === 0) return <Skeleton className="h-10 w-full max-lg:hidden" />
  return (
    <div aria-hidden="true" className={CARD_CLASS}>
      <Skeleton className="h-10 w-full" />
      <div className="grid gap-0.5">
        {ROW_KEYS.slice(0, count).map((key) => (
          <div key={key} className="grid h-12.5 content-center gap-2">
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-2.5 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  )
}

const ROW_KEYS = ['a', 'b', 'c', 'd', 'e']

const CARD_CLASS = 'grid gap-2.5 rounded-card border border-line bg-surface p-3.5 max-lg:hidden'
const ROLE_CLASS =
  '-mx-1.5 grid gap-0.5 rounded-control px-1.5 py-1.5 text-sm transition-colors hover:bg-hover active:bg-pressed'

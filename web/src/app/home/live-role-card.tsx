import { CalendarClock, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { buildRolePath } from '../../features/roles/role-paths.ts'
import { RoleSkills } from '../../features/roles/role-skills.tsx'
import { describeRole } from '../../features/roles/role-texts.ts'
import type { RoleListItem } from '../../features/roles/browse/role-list-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

/** An open role, with what asking for it leads to. */
export function LiveRoleCard({ item: { role, post } }: { item: RoleListItem }) {
  return (
    <Card aria-labelledby="live-role" className="grid gap-3 text-sm">
      <div>
        <Badge tone="mint" icon={UsersRound}>
          Open role
        </Badge>
      </div>
      <div className="grid gap-0.5">
        <h2 id="live-role" className="text-lg font-semibold wrap-anywhere">
          <Link to={buildRolePath(post, role._id, false)} className="rounded-sm hover:text-link">
            <bdi>{role.title}</bdi>
          </Link>
        </h2>
        <p className="text-muted wrap-anywhere">
          <bdi className="text-ink">{post.title}</bdi>
          {` · ${post.user.userName}`}
        </p>
      </div>
      <RoleSkills role={role} />
      <p className="text-muted wrap-anywhere">{describeRole(role)}</p>
      <p className="flex items-center gap-2 border-t border-line pt-3 font-medium">
        <CalendarClock className="size-4 shrink-0 text-primary" aria-hidden="true" />
        Ask, and get an answer by a date
      </p>
    </Card>
  )
}

import type { Role } from '@dolph/contract/roles/roles'
import { CircleCheck, CircleX, Pause } from 'lucide-react'
import { DAY_MS } from '../../lib/day-ms.ts'
import { useNow } from '../../lib/now.ts'
import { Badge } from '../../ui/badge.tsx'

const STATE_BADGES = {
  paused: { label: 'Paused', icon: Pause, tone: 'slate' },
  filled: { label: 'Filled', icon: CircleCheck, tone: 'mint' },
  closed: { label: 'Closed', icon: CircleX, tone: 'slate' },
} as const

/** The state of a role; nothing for an open one. */
export function RoleStateBadge({ role }: { role: Role }) {
  if (role.state === 'open') return null
  const { label, icon, tone } = STATE_BADGES[role.state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

/** Says that the owners of a role have not been seen for weeks. */
export function QuietNote({ role }: { role: Role }) {
  const now = useNow()
  if (!role.isQuiet) return null
  const days = Math.floor((now.getTime() - Date.parse(role.confirmedOn)) / DAY_MS)
  return <p className="text-sm text-warning">{`May be inactive: no activity for ${days} days`}</p>
}

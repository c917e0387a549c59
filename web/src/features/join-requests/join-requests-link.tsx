import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { formatCappedCount } from '../../lib/format-capped-count.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { waitingCountQuery } from './data.ts'

interface Props {
  variant?: 'ghost' | 'secondary'
  size?: 'sm' | 'md'
  className?: string
  onClick?: () => void
}

/** Leads to the join requests, with the number of those that wait for the member's answer. */
export function JoinRequestsLink({ variant = 'ghost', size = 'sm', className, onClick }: Props) {
  const me = useViewer()?._id ?? ''
  const { data: count = 0 } = useQuery({ ...waitingCountQuery(me), enabled: me !== '' })
  return (
    <ButtonLink
      to="/join-requests"
      variant={variant}
      size={size}
      icon={UserPlus}
      className={className}
      onClick={onClick}
    >
      Join requests
      {count > 0 && (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary tabular-nums">
          {formatCappedCount(count)}
          <span className="sr-only"> waiting for your answer</span>
        </span>
      )}
    </ButtonLink>
  )
}

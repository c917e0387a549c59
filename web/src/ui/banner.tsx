import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'

interface Props {
  kind: 'error' | 'success' | 'info'
  children: ReactNode
  className?: string
}

/** A message of a form or a page that stays until its cause has changed. */
export function Banner({ kind, children, className }: Props) {
  const { icon: Icon, boxClass, iconClass, role } = KINDS[kind]
  return (
    <div
      role={role}
      className={cx('flex gap-2.5 rounded-control border px-3.5 py-3 text-sm', boxClass, className)}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', iconClass)} aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

type Kind = Props['kind']
const KINDS: Record<Kind, { icon: IconType; boxClass: string; iconClass: string; role: string }> = {
  error: {
    icon: CircleAlert,
    boxClass: 'border-danger/30 bg-danger-soft',
    iconClass: 'text-danger',
    role: 'alert',
  },
  success: {
    icon: CircleCheck,
    boxClass: 'tone-mint border-tone-line bg-tone-soft',
    iconClass: 'text-success',
    role: 'status',
  },
  info: {
    icon: Info,
    boxClass: 'tone-sky border-tone-line bg-tone-soft',
    iconClass: 'text-info',
    role: 'status',
  },
}

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { IconType } from './icon.ts'

interface Props {
  kind: 'error' | 'success' | 'info'
  children: ReactNode
  className?: string
}

/** What a form or a page has to say about itself, where it stays until things have changed. */
export function Banner({ kind, children, className }: Props) {
  const { icon: Icon, look, iconLook, role } = KINDS[kind]
  return (
    <div
      role={role}
      className={cx('flex gap-2.5 rounded-control border px-3.5 py-3 text-sm', look, className)}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', iconLook)} aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

type Kind = Props['kind']
const KINDS: Record<Kind, { icon: IconType; look: string; iconLook: string; role: string }> = {
  error: {
    icon: CircleAlert,
    look: 'border-danger/30 bg-danger-soft',
    iconLook: 'text-danger',
    role: 'alert',
  },
  success: {
    icon: CircleCheck,
    look: 'tone-mint border-tone-line bg-tone-soft',
    iconLook: 'text-success',
    role: 'status',
  },
  info: {
    icon: Info,
    look: 'tone-sky border-tone-line bg-tone-soft',
    iconLook: 'text-info',
    role: 'status',
  },
}

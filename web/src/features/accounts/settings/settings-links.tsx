import { Bell, ChevronRight, EyeOff, FileText, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { IconType } from '../../../ui/icon.ts'

interface SettingsLink {
  to: string
  title: string
  description: string
  icon: IconType
}

export const NOTIFICATION_LINKS: readonly SettingsLink[] = [
  {
    to: '/settings/notifications',
    title: 'What we notify you about',
    description: 'Choose for each kind: in the app, by email, or not at all.',
    icon: Bell,
  },
]

export const SAFETY_LINKS: readonly SettingsLink[] = [
  {
    to: '/settings/ignored',
    title: 'Blocked and muted',
    description: 'Members you don’t want to see or hear from.',
    icon: EyeOff,
  },
  {
    to: '/settings/decisions',
    title: 'Moderation history',
    description: 'What moderators decided about your content, why, and how to object.',
    icon: ShieldAlert,
  },
]

export const DATA_LINKS: readonly SettingsLink[] = [
  {
    to: '/privacy',
    title: 'What we store',
    description: 'Which data we keep about you, why, and for how long.',
    icon: FileText,
  },
]

/** Links to pages of settings, in one card. */
export function SettingsLinks({ links }: { links: readonly SettingsLink[] }) {
  return (
    <ul className="grid gap-0.5 rounded-card border border-line bg-surface p-2.5">
      {links.map(({ to, title, description, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="group flex items-center gap-3 rounded-control p-2.5 transition-colors hover:bg-hover active:bg-pressed"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-hover text-muted">
              <Icon className="size-4.5" aria-hidden="true" />
            </span>
            <span className="grid min-w-0 flex-1">
              <span className="font-medium">{title}</span>
              <span className="text-sm text-muted">{description}</span>
            </span>
            <ChevronRight
              className="size-4.5 shrink-0 text-faint transition-colors group-hover:text-ink"
              aria-hidden="true"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

import { Bell, ChevronRight, EyeOff, ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { IconType } from '../../../ui/icon.ts'
import { SettingsSection } from './settings-section.tsx'

interface SettingsLink {
  to: string
  title: string
  description: string
  icon: IconType
}

const LINKS: readonly SettingsLink[] = [
  {
    to: '/settings/notifications',
    title: 'Notifications',
    description: 'What you hear of, in the app and by email.',
    icon: Bell,
  },
  {
    to: '/settings/hidden',
    title: 'Blocked and muted',
    description: 'The members you do not want to see or hear from.',
    icon: EyeOff,
  },
  {
    to: '/settings/decisions',
    title: 'Decisions about you',
    description: 'What moderators decided, why, and how to object.',
    icon: ShieldAlert,
  },
]

/** The settings that have pages of their own. */
export function SettingsLinks() {
  return (
    <SettingsSection title="Privacy and safety" lead="What reaches you, and from whom.">
      <ul className="-mx-2.5 -my-2.5 grid gap-0.5">
        {LINKS.map(({ to, title, description, icon: Icon }) => (
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
    </SettingsSection>
  )
}

import { NavLink } from 'react-router'
import { cx } from '../../ui/cx.ts'

/** Open roles and people are two views of one place. They are links: each has its own path. */
export function FindingTabs() {
  return (
    <nav aria-label="Find roles and people" className="-mt-2 flex gap-6 border-b border-line">
      <NavLink to="/roles" end className={TAB_CLASS}>
        Open roles
      </NavLink>
      <NavLink to="/people" end className={TAB_CLASS}>
        People
      </NavLink>
    </nav>
  )
}

const TAB_CLASS = cx(
  'relative flex h-10 items-center rounded-t-sm text-sm font-medium text-muted transition-colors',
  'hover:text-ink aria-[current=page]:text-ink focus-visible:outline-offset-2',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'aria-[current=page]:after:bg-primary',
)

import { House, MessageCircle, Plus, UserRound, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useUnreadCount } from '../../features/messaging/use-unread-count.ts'
import { formatCappedCount } from '../../lib/format-capped-count.ts'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { cx } from '../../ui/cx.ts'
import type { IconType } from '../../ui/icon.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.ts'
import { isCurrentLink } from '../header/navigation.ts'

const lazyMemberSheet = createLazyModule(
  async () => (await import('./member-sheet.tsx')).MemberSheet,
)

/**
 * The one menu of a member on a phone, within reach of a thumb. `theme.css` reserves its space, and hides it in a
 * conversation and while a text is typed.
 */
export function BottomBar() {
  const unread = useUnreadCount()
  return (
    <nav aria-label="Main pages" className={BAR_CLASS}>
      <BarLink to="/posts" label="Feed" icon={House} />
      <BarLink to="/roles" label="Roles" icon={UsersRound} />
      <NavLink to="/posts/create" end aria-label="Create Project" className={LINK_CLASS}>
        <span className="grid h-9 w-12 place-items-center rounded-full bg-primary text-on-primary">
          <Plus className="size-5.5" aria-hidden="true" />
        </span>
      </NavLink>
      <BarLink to="/messages" label="Messages" icon={MessageCircle} isSection unread={unread} />
      <MeButton />
    </nav>
  )
}

/** Everything else of a member. */
function MeButton() {
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyMemberSheet)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={lazyMemberSheet.load}
        onFocus={lazyMemberSheet.load}
        onClick={open}
        className={LINK_CLASS}
      >
        <UserRound className="size-5.5" aria-hidden="true" />
        Me
      </button>
      <LazyPart
        part={lazyMemberSheet}
        isEnabled={wasOpened}
        props={{ isOpen, onClose: close, openedBy: button }}
      />
    </>
  )
}

interface BarLinkProps {
  to: string
  label: string
  icon: IconType
  /** Current on the pages below `to` as well. */
  isSection?: boolean
  unread?: number
}

function BarLink({ to, label, icon: Icon, isSection = false, unread = 0 }: BarLinkProps) {
  const isCurrent = isCurrentLink(to, useLocation().pathname, isSection)
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={LINK_CLASS}>
      <Icon className="size-5.5" aria-hidden="true" />
      <span>
        {label}
        {unread > 0 && <span className="sr-only"> {unread} unread</span>}
      </span>
      {unread > 0 && (
        <span aria-hidden="true" className={COUNT_CLASS}>
          {formatCappedCount(unread)}
        </span>
      )}
    </Link>
  )
}

const BAR_CLASS = cx(
  'fixed inset-x-0 bottom-0 z-30 [display:var(--bottom-bar-display)] h-(--bottom-bar) grid-cols-5',
  '[visibility:var(--bottom-bar-visibility)] [transition:visibility_0s_var(--bottom-bar-delay)]',
  'border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] print:hidden',
)

const LINK_CLASS = cx(
  'relative grid min-w-0 content-center justify-items-center gap-0.5 text-xs font-medium text-muted',
  'transition-colors active:text-link aria-[current=page]:text-link focus-visible:-outline-offset-4',
)

const COUNT_CLASS =
  'absolute top-1 left-1/2 ml-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 font-semibold text-on-primary tabular-nums ring-2 ring-canvas'

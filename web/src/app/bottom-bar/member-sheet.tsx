import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import {
  Bookmark,
  FolderHeart,
  Gavel,
  LogOut,
  Plus,
  Settings,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import type { RefObject } from 'react'
import { NavLink } from 'react-router'
import { useLogOutAction } from '../../features/accounts/session/log-out-action.ts'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { waitingCountQuery } from '../../features/join-requests/data.ts'
import { formatCappedCount } from '../../lib/format-capped-count.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import type { IconType } from '../../ui/icon.ts'
import { BACKDROP_CLASS } from '../../ui/overlays/modal-classes.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Gets the focus back when the sheet closes. */
  openedBy: RefObject<HTMLElement | null>
}

/** What the bar has no place for, behind *Me*. */
export function MemberSheet({ isOpen, onClose, openedBy }: Props) {
  const viewer = useViewer()
  const { data: waitingCount = 0 } = useQuery({
    ...waitingCountQuery(viewer?._id ?? ''),
    enabled: viewer !== null,
  })
  const { logOut, isLoggingOut } = useLogOutAction()
  if (!viewer) return null
  const fullName = `${viewer.firstName} ${viewer.lastName}`.trim()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup finalFocus={openedBy} className={SHEET_CLASS}>
          <Dialog.Title className="sr-only">Me</Dialog.Title>
          <nav aria-label="Me" className="grid grid-cols-2 gap-1">
            <NavLink
              to="/profile"
              end
              onClick={onClose}
              className={cx(LINK_CLASS, 'col-span-2 h-16!')}
            >
              <Avatar name={viewer.userName} fullName={fullName} picture={viewer.profilePicture} />
              <span className="grid min-w-0">
                <span className="truncate text-ink">{fullName || viewer.userName}</span>
                <span className="truncate text-sm font-normal">Profile</span>
              </span>
            </NavLink>
            <SheetLink onClick={onClose} to="/posts/create" label="Create Project" icon={Plus} />
            <SheetLink onClick={onClose} to="/my-posts" label="My Projects" icon={FolderHeart} />
            <SheetLink
              onClick={onClose}
              to="/join-requests"
              label="Join requests"
              icon={UserPlus}
              count={waitingCount}
            />
            <SheetLink
              onClick={onClose}
              to="/following"
              label="Saved and following"
              icon={Bookmark}
            />
            <SheetLink onClick={onClose} to="/people" label="People" icon={UsersRound} />
            <SheetLink onClick={onClose} to="/settings" label="Settings" icon={Settings} />
            {viewer.role && (
              <SheetLink onClick={onClose} to="/review" label="Review" icon={Gavel} />
            )}
          </nav>
          <button type="button" disabled={isLoggingOut} onClick={logOut} className={LINK_CLASS}>
            <LogOut className={ICON_CLASS} aria-hidden="true" />
            Log out
          </button>
          <Dialog.Close className={cx(LINK_CLASS, 'justify-center border border-line text-ink!')}>
            Close
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface SheetLinkProps {
  to: string
  label: string
  icon: IconType
  count?: number
  onClick: () => void
}

function SheetLink({ to, label, icon: Icon, count = 0, onClick }: SheetLinkProps) {
  return (
    <NavLink to={to} end onClick={onClick} className={LINK_CLASS}>
      <Icon className={ICON_CLASS} aria-hidden="true" />
      <span className="min-w-0">{label}</span>
      {count > 0 && (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary tabular-nums">
          {formatCappedCount(count)}
          <span className="sr-only"> waiting for your answer</span>
        </span>
      )}
    </NavLink>
  )
}

const SHEET_CLASS = cx(
  'fixed inset-x-0 bottom-0 z-40 grid max-h-dvh gap-1 overflow-y-auto rounded-t-sheet border-t border-line',
  'bg-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-ink shadow-soft transition duration-200',
  'ease-out md:hidden data-ending-style:translate-y-4 data-ending-style:opacity-0',
  'data-starting-style:translate-y-4 data-starting-style:opacity-0',
)

const LINK_CLASS = cx(
  'flex h-12 min-w-0 items-center gap-2.5 rounded-control px-2 leading-5 font-medium text-muted transition-colors',
  'hover:bg-hover hover:text-ink active:bg-pressed aria-[current=page]:bg-primary-soft',
  'aria-[current=page]:text-link focus-visible:-outline-offset-2 disabled:opacity-55',
)

const ICON_CLASS = 'size-5 shrink-0 opacity-75'

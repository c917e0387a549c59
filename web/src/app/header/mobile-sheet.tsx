import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { NavLink } from 'react-router'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { BACKDROP_CLASS } from '../../ui/overlays/modal-classes.ts'
import { VISITOR_LINKS } from './navigation.ts'
import { useAccountSearch } from './account-search.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Gets the focus back when the sheet closes. */
  openedBy: RefObject<HTMLElement | null>
}

/** The header's links of a visitor, as a sheet that slides down from the top. */
export function MobileSheet({ isOpen, onClose, openedBy }: Props) {
  const accountSearch = useAccountSearch()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup finalFocus={openedBy} className={SHEET_CLASS}>
          <div className="page flex h-14 shrink-0 items-center justify-between">
            <Dialog.Title className="text-lg font-semibold">Menu</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close menu" icon={X} />} />
          </div>
          <nav aria-label="Menu" className="grid gap-1 px-2 sm:px-4">
            {VISITOR_LINKS.map(({ to, label, icon: Icon }) => (
              <NavLink key={to} to={to} end onClick={onClose} className={LINK_CLASS}>
                <Icon className="size-5 opacity-75" aria-hidden="true" />
                {label}
              </NavLink>
            ))}
          </nav>
          <div className="page mt-3 grid grid-cols-2 gap-2">
            <ButtonLink to={{ pathname: '/login', search: accountSearch }} onClick={onClose}>
              Log in
            </ButtonLink>
            <ButtonLink
              to={{ pathname: '/signup', search: accountSearch }}
              variant="primary"
              onClick={onClose}
            >
              Sign up
            </ButtonLink>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const SHEET_CLASS = cx(
  'fixed inset-x-0 top-0 z-40 flex max-h-dvh flex-col overflow-y-auto rounded-b-sheet border-b',
  'border-line bg-raised pb-5 text-ink shadow-soft transition duration-200 ease-out md:hidden',
  'data-ending-style:-translate-y-4 data-ending-style:opacity-0',
  'data-starting-style:-translate-y-4 data-starting-style:opacity-0',
)

const LINK_CLASS = cx(
  'flex h-12 items-center gap-3 rounded-control px-2 font-medium text-muted transition-colors',
  'hover:bg-hover hover:text-ink active:bg-pressed aria-[current=page]:bg-primary-soft',
  'aria-[current=page]:text-link focus-visible:-outline-offset-2',
)

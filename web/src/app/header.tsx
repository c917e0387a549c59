import { Link, NavLink } from 'react-router'
import type { Viewer } from '../features/accounts/viewer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { cx } from '../ui/cx.ts'
import { Mark } from '../ui/mark.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { MEMBER_LINKS, VISITOR_LINKS, type NavigationLink } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function Header({ viewer }: { viewer: Viewer | null }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page flex h-14 items-center gap-2">
        <Link
          to={viewer ? '/posts' : '/'}
          className="mr-4 flex items-center gap-2 rounded-sm py-1 text-lg font-semibold"
        >
          <Mark className="size-6 text-primary" />
          Dolph
        </Link>
        <nav aria-label={viewer ? 'Member' : 'Site'} className="hidden h-full md:flex">
          {(viewer ? MEMBER_LINKS : VISITOR_LINKS).map((link) => (
            <HeaderLink key={link.to} link={link} viewer={viewer} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeSwitch />
          {!viewer && (
            <div className="ml-1 hidden items-center gap-2 md:flex">
              <ButtonLink to="/login" variant="ghost" size="sm">
                Log in
              </ButtonLink>
              <ButtonLink to="/signup" variant="primary" size="sm">
                Sign up
              </ButtonLink>
            </div>
          )}
          <MobileMenu viewer={viewer} />
        </div>
      </div>
    </header>
  )
}

function HeaderLink({ link, viewer }: { link: NavigationLink; viewer: Viewer | null }) {
  return (
    <NavLink to={link.to} end className={HEADER_LINK_LOOK}>
      {viewer && link.to === '/profile' && (
        <Avatar name={viewer.userName} picture={viewer.profilePicture} size="sm" />
      )}
      {link.label}
    </NavLink>
  )
}

const HEADER_LINK_LOOK = cx(
  'relative flex h-full items-center gap-2 px-3 text-sm font-medium text-muted transition-colors',
  'hover:text-ink active:text-link aria-[current=page]:text-ink focus-visible:-outline-offset-4',
  'after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full',
  'aria-[current=page]:after:bg-primary',
)

import type { Viewer } from '@dolph/contract/accounts/viewer'
import { Link, useLocation } from 'react-router'
import { useLastMember } from '../../features/accounts/session/use-last-member.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { cx } from '../../ui/cx.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { lazyNotificationBell, lazyViewerMenu } from '../lazy-member-components.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { isCurrentLink, MEMBER_LINKS, VISITOR_LINKS, type NavigationLink } from './navigation.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import { useAccountSearch } from './account-search.ts'
import { useLinkUnreadCount } from './link-unread-count.ts'

/** While the server is away after a reload, the header shows the member whom this device saw last. */
export function Header({ viewer }: { viewer: Viewer | null }) {
  const accountSearch = useAccountSearch()
  const lastMember = useLastMember()
  const member = viewer ?? lastMember
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page flex h-14 items-center gap-2">
        <Link
          to={member ? '/posts' : '/'}
          className={cx(
            'mr-2 flex items-center lg:mr-4 gap-2 rounded-sm py-1 text-lg font-semibold',
            // On a tablet the links and counts of a member need the space of the word.
            member && 'md:max-lg:w-6 md:max-lg:shrink-0 md:max-lg:overflow-hidden',
          )}
        >
          <Logo className="size-6 shrink-0 text-primary" />
          Dolph
        </Link>
        <nav
          aria-label={member ? 'Member' : 'Site'}
          className={cx('hidden h-full md:flex', !member && VISITORS_ONLY_CLASS)}
        >
          {(member ? MEMBER_LINKS : VISITOR_LINKS).map((link) => (
            <HeaderLink key={link.to} link={link} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <PaletteButton />
          <ThemeSwitch />
          {member ? (
            <>
              <LazyPart
                part={lazyNotificationBell}
                isEnabled={viewer !== null}
                props={{}}
                fallback={<span className="size-10" />}
              />
              {/* On a phone everything of the account is behind *Me* in the bar at the bottom, which needs the server's reply. */}
              <span className={cx('grid', viewer && 'max-md:hidden')}>
                <LazyPart
                  part={lazyViewerMenu}
                  props={{ viewer: member }}
                  fallback={<span className="size-10" />}
                />
              </span>
            </>
          ) : (
            <div className={cx('ml-1 hidden items-center gap-2 md:flex', VISITORS_ONLY_CLASS)}>
              <ButtonLink
                to={{ pathname: '/login', search: accountSearch }}
                variant="ghost"
                size="sm"
              >
                Log in
              </ButtonLink>
              <ButtonLink
                to={{ pathname: '/signup', search: accountSearch }}
                variant="primary"
                size="sm"
              >
                Sign up
              </ButtonLink>
            </div>
          )}
          {!member && <MobileMenu />}
        </div>
      </div>
    </header>
  )
}

function HeaderLink({ link }: { link: NavigationLink }) {
  const isCurrent = isCurrentLink(link.to, useLocation().pathname, link.isMessages)
  return (
    <Link to={link.to} aria-current={isCurrent ? 'page' : undefined} className={HEADER_LINK_CLASS}>
      {link.label}
      <UnreadBadge unread={useLinkUnreadCount(link)} />
    </Link>
  )
}

/** Invisible while the viewer may be a member but has not loaded yet. */
const VISITORS_ONLY_CLASS = 'in-data-[session=unknown]:invisible'

const HEADER_LINK_CLASS = cx(
  'relative flex h-full items-center gap-2 px-2 text-sm whitespace-nowrap lg:px-3 font-medium text-muted transition-colors',
  'hover:text-ink active:text-link aria-[current=page]:text-ink focus-visible:-outline-offset-4',
  'after:absolute after:inset-x-2 lg:after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full',
  'aria-[current=page]:after:bg-primary',
)

import { Link } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/brand/logo.tsx'
import { showOverlay } from './palette/overlay-store.ts'

const LINKS = [
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
  { to: '/help', label: 'Help Center' },
  { to: '/community-guidelines', label: 'Community Guidelines' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/cookies', label: 'Cookie Policy' },
] as const

export function Footer() {
  return (
    // Hidden on a phone while a conversation fills the screen.
    <footer className="border-t border-line max-md:in-[:root:has([data-fills-screen])]:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-6 py-8 lg:gap-y-3">
        <div className="flex items-center gap-2.5">
          <Logo className="size-5 text-faint" />
          <p className="text-sm text-muted">Develop, organize, link, propose, harmonize.</p>
        </div>
        <nav aria-label="Footer" className="max-sm:w-full">
          <ul className="-mx-2 flex flex-wrap gap-y-1 lg:-mx-1.5 max-sm:grid max-sm:grid-cols-2 max-sm:gap-y-0">
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={LINK_CLASS}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => showOverlay('shortcuts')}
                className={LINK_CLASS}
              >
                Keyboard shortcuts
              </button>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}

const LINK_CLASS = cx(
  'inline-flex min-h-11 items-center rounded-sm px-2 text-sm sm:min-h-8 lg:px-1.5 text-muted transition-colors',
  'hover:text-ink hover:underline active:text-link',
)

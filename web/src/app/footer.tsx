import { Link } from 'react-router'
import { Mark } from '../ui/mark.tsx'

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
    // A conversation on a phone is a screen of its own, down to its end.
    <footer className="border-t border-line max-md:in-[:root:has([data-fills-screen])]:hidden">
      <div className="page flex flex-wrap items-center gap-x-10 gap-y-6 py-8">
        <div className="flex items-center gap-2.5">
          <Mark className="size-5 text-faint" />
          <p className="text-sm text-muted">Develop, organize, link, propose, harmonize.</p>
        </div>
        <nav aria-label="Footer" className="lg:ml-auto">
          <ul className="-mx-2 flex flex-wrap gap-y-1">
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-8 items-center rounded-sm px-2 text-sm text-muted transition-colors hover:text-ink hover:underline active:text-link"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}

import { useLocation } from 'react-router'
import { useHydrated } from '../../lib/use-hydrated.ts'

/**
 * The query string of the header's links to log in and sign up: the two pages pass `next` on to each other,
 * and a visitor who reads the public page of a project comes back to it, and to the role that was linked.
 */
export function useAccountSearch(): string {
  const { pathname, search } = useLocation()
  // The document of a project is the same for every query.
  const isHydrated = useHydrated()
  if (pathname === '/login' || pathname === '/signup') return search
  if (!pathname.startsWith('/p/')) return ''
  return `?${new URLSearchParams({ next: isHydrated ? pathname + search : pathname })}`
}

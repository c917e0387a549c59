import { useLocation } from 'react-router'

/**
 * The query string of the header's links to log in and sign up: the two pages pass `next` on to each other,
 * and a visitor who reads the public page of a project comes back to it.
 */
export function useAccountSearch(): string {
  const { pathname, search } = useLocation()
  if (pathname === '/login' || pathname === '/signup') return search
  return pathname.startsWith('/p/') ? `?${new URLSearchParams({ next: pathname })}` : ''
}

import { Navigate, Outlet, useLocation } from 'react-router'
import { useViewer } from '../features/accounts/viewer.ts'

/** Members only. A visitor goes to /login, which is told where they wanted to go. */
export function MemberArea() {
  const viewer = useViewer()
  const { pathname, search, hash } = useLocation()
  if (viewer) return <Outlet />

  const next = new URLSearchParams({ next: pathname + search + hash })
  return <Navigate to={`/login?${next}`} replace />
}

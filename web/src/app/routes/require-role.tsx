import { Outlet } from 'react-router'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { NotFoundPage } from '../error-pages/not-found-page.tsx'

/** Staff only. To other members the page does not exist. */
export function RequireModerator() {
  return useViewer()?.role === undefined ? <NotFoundPage /> : <Outlet />
}

export function RequireAdmin() {
  return useViewer()?.role === 'admin' ? <Outlet /> : <NotFoundPage />
}

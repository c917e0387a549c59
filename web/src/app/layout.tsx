import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useViewer } from '../features/accounts/session/use-viewer.ts'
import { useAccountSwitch } from '../lib/page-member.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Toasts } from '../ui/overlays/toast.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header/header.tsx'
import { lazyAccountSwitchBar, lazyBottomBar } from './lazy-member-components.ts'
import { OfflineBar } from './offline-bar.tsx'
import { Overlays } from './palette/overlays.tsx'
import { RouteTitle } from './routes/route-title.tsx'
import { BackgroundTasks } from './background-tasks.tsx'

/** Header, footer and global components around every page. */
export function Layout() {
  const viewer = useViewer()
  const switchedTo = useAccountSwitch()

  return (
    <div
      className="flex min-h-dvh flex-col pb-(--bottom-bar)"
      data-bottom-bar={viewer ? '' : undefined}
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-4 py-2 font-medium text-on-primary focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Header viewer={viewer} />
      <OfflineBar isMember={viewer !== null} />
      {viewer && switchedTo !== undefined && (
        <LazyPart part={lazyAccountSwitchBar} props={{ from: viewer.userName, to: switchedTo }} />
      )}
      <NavigationProgress />
      {/* Before the page: effects run in this order, so that a title set by the page wins. */}
      <RouteTitle />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <Footer />
      <LazyPart part={lazyBottomBar} isEnabled={viewer !== null} props={{}} />
      <Toasts preload={viewer !== null} />
      <BackgroundTasks isMember={viewer !== null} />
      <Overlays />
      <ScrollRestoration />
    </div>
  )
}

/** Appears only when the next page takes noticeably long to load. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className="fixed inset-x-0 top-0 z-50 h-0.5 animate-arrive-late bg-primary" />
}

import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Registers the service worker, which stores responses for offline reading, once a member is signed in and the browser idle. */
export function enableOffline(client: QueryClient, viewerKey: QueryKey): void {
  // TanStack Query assumes a connection until the browser fires an event, which it does not on a page opened offline.
  onlineManager.setOnline(navigator.onLine)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return

  const isFirst = navigator.serviceWorker.controller === null
  const stop = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(viewerKey)) return
    stop()
    if (isFirst) navigator.serviceWorker.addEventListener('controllerchange', refetchActive)
    runWhenIdle(
      () =>
        void import('./register-service-worker.ts').then(({ registerServiceWorker }) =>
          registerServiceWorker(),
        ),
    )
  })

  /** Refetches what the worker, not yet in control, has not stored; the viewer first, whose response creates the cache. */
  async function refetchActive() {
    navigator.serviceWorker.removeEventListener('controllerchange', refetchActive)
    if (!client.getQueryData(viewerKey)) return
    await client.refetchQueries({ queryKey: viewerKey })
    await client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey }) => queryKey[0] !== viewerKey[0],
    })
  }
}

function runWhenIdle(task: () => void): void {
  const schedule = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task, 2000)
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
}

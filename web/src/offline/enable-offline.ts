import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Once somebody is signed in, and nothing else is to do, this browser begins to keep what they see. */
export function enableOffline(client: QueryClient, viewerKey: QueryKey): void {
  // It takes every page for connected until the browser says otherwise, which it does not if nothing changes.
  onlineManager.setOnline(navigator.onLine)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return

  const isFirst = navigator.serviceWorker.controller === null
  const stop = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(viewerKey)) return
    stop()
    if (isFirst) navigator.serviceWorker.addEventListener('controllerchange', readAgain)
    runWhenIdle(
      () =>
        void import('./register-service-worker.ts').then(({ registerServiceWorker }) =>
          registerServiceWorker(),
        ),
    )
  })

  /** What was read before the worker was there has not passed it. Who is looking comes first. */
  async function readAgain() {
    navigator.serviceWorker.removeEventListener('controllerchange', readAgain)
    if (!client.getQueryData(viewerKey)) return
    await client.refetchQueries({ queryKey: viewerKey })
    await client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey }) => queryKey[0] !== viewerKey[0],
    })
  }
}

function runWhenIdle(act: () => void): void {
  const soon = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, 2000)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

import { clientsClaim } from 'workbox-core/clientsClaim.js'
import { cacheNames } from 'workbox-core/cacheNames.js'
import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { respondToNavigation } from '../respond-to-navigation.ts'
import { respondToRequest, shouldInterceptRequest } from '../respond-to-request.ts'
import { isSignInRequest } from '../offline-endpoints.ts'
import { createOfflineStore } from '../offline-store.ts'
import { CLEAR_OFFLINE_DATA_MESSAGE } from '../offline-caches.ts'

declare const self: ServiceWorkerGlobalScope
/** Defined at build time by `../build-service-worker.ts`. */
declare const BUILT_FILES: { url: string; revision: string | null }[]

const SHELL_URL = '/shell.html'
const PAGE_TIMEOUT_SECONDS = 4
const ASSETS_CACHE = 'assets'
const ASSETS_EXPIRATION = { maxEntries: 150, maxAgeSeconds: 30 * 86_400 }
/** URLs that are not pages of the app, and must not be answered with its shell. */
const NAVIGATION_DENYLIST = [
  /^\/(?:api|pictures|assets)\//,
  /^\/(?:healthz|readyz|metrics)$/,
  /\.\w+$/,
]

const offlineStore = createOfflineStore(caches)

self.addEventListener('message', (event) => {
  if (event.data === CLEAR_OFFLINE_DATA_MESSAGE) event.waitUntil(offlineStore.clear())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  // A sign-in clears what was stored for the previous member.
  if (isSignInRequest(request.method, url)) event.waitUntil(offlineStore.clear())
  if (!shouldInterceptRequest(request.method, url)) return
  event.respondWith(
    respondToRequest(request, {
      store: offlineStore,
      fetch: (forwarded) => fetch(forwarded),
      waitUntil: (work) => event.waitUntil(work),
    }),
  )
})

const precacheController = new PrecacheController()
precacheController.addToCacheList(BUILT_FILES)

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  void precacheController.install(event)
})
self.addEventListener('activate', (event) => {
  event.waitUntil(retainPreviousAssets().then(() => precacheController.activate(event)))
})
clientsClaim()

registerRoute(new PrecacheRoute(precacheController, { cleanURLs: false, directoryIndex: '' }))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS_CACHE, plugins: [new ExpirationPlugin(ASSETS_EXPIRATION)] }),
)

const networkOnly = new NetworkOnly({ networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS })
registerRoute(
  new NavigationRoute(
    (options) =>
      respondToNavigation({
        fetchPage: () => networkOnly.handle(options),
        readShell: () => precacheController.matchPrecache(SHELL_URL),
      }),
    { denylist: NAVIGATION_DENYLIST },
  ),
)

/** Copies the assets of the previous version: pages opened before the update may still load them. */
async function retainPreviousAssets(): Promise<void> {
  const current = new Set(precacheController.getCachedURLs())
  const [previous, assets] = await Promise.all([
    caches.open(cacheNames.precache),
    caches.open(ASSETS_CACHE),
  ])
  const expiration = new CacheExpiration(ASSETS_CACHE, ASSETS_EXPIRATION)
  for (const { url } of await previous.keys()) {
    const file = await previous.match(url)
    if (current.has(url) || !new URL(url).pathname.startsWith('/assets/') || !file) continue
    await assets.put(url, file)
    await expiration.updateTimestamp(url)
  }
  await expiration.expireEntries()
}

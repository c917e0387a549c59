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
import { answer, concernsShelf } from './answer.ts'
import { signsIn } from './kept-calls.ts'
import { createShelf } from './shelf.ts'
import { FORGET } from './shelves.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build: see `build-worker.ts`. */
declare const BUILT_FILES: { url: string; revision: string | null }[]

const SHELL = '/shell.html'
const PAGE_WAIT_SECONDS = 4
const ASSETS = 'assets'
const ASSETS_KEPT = { maxEntries: 150, maxAgeSeconds: 30 * 86_400 }
/** Addresses that are no page of the app, for which its shell would be no answer. */
const NO_PAGES = [/^\/(?:api|pictures|assets)\//, /^\/(?:healthz|readyz|metrics)$/, /\.\w+$/]

const shelf = createShelf(caches)

self.addEventListener('message', (event) => {
  if (event.data === FORGET) event.waitUntil(shelf.clear())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  // Whoever is about to sign in finds nothing of whoever was here before.
  if (signsIn(request.method, url)) event.waitUntil(shelf.clear())
  if (!concernsShelf(request.method, url)) return
  const afterwards = (work: Promise<unknown>) => event.waitUntil(work)
  event.respondWith(answer(request, { shelf, fetch: (asked) => fetch(asked), afterwards }))
})

const program = new PrecacheController()
program.addToCacheList(BUILT_FILES)

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  void program.install(event)
})
self.addEventListener('activate', (event) => {
  event.waitUntil(keepEarlierAssets().then(() => program.activate(event)))
})
clientsClaim()

registerRoute(new PrecacheRoute(program, { cleanURLs: false, directoryIndex: '' }))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS, plugins: [new ExpirationPlugin(ASSETS_KEPT)] }),
)

const fromNetwork = new NetworkOnly({ networkTimeoutSeconds: PAGE_WAIT_SECONDS })
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await fromNetwork.handle(options)
      } catch {
        return (await program.matchPrecache(SHELL)) ?? Response.error()
      }
    },
    { denylist: NO_PAGES },
  ),
)

/** A page that was opened before may still ask for parts of its own version. */
async function keepEarlierAssets(): Promise<void> {
  const current = new Set(program.getCachedURLs())
  const [before, assets] = await Promise.all([
    caches.open(cacheNames.precache),
    caches.open(ASSETS),
  ])
  const expiration = new CacheExpiration(ASSETS, ASSETS_KEPT)
  for (const { url } of await before.keys()) {
    const file = await before.match(url)
    if (current.has(url) || !new URL(url).pathname.startsWith('/assets/') || !file) continue
    await assets.put(url, file)
    await expiration.updateTimestamp(url)
  }
  await expiration.expireEntries()
}

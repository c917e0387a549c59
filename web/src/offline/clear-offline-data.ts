import { deleteOfflineCaches, CLEAR_OFFLINE_DATA_MESSAGE } from './offline-caches.ts'

/** Deletes the responses stored for offline reading, and keeps the service worker from storing those still under way. */
export async function clearOfflineData(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  // Where storage is forbidden there is nothing to remove.
  await Promise.allSettled([notifyServiceWorker(), deleteOfflineCaches(caches)])
}

async function notifyServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(CLEAR_OFFLINE_DATA_MESSAGE)
}

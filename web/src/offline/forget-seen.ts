import { clearShelves, FORGET } from './shelves.ts'

/** Takes what a member has seen off this device, and tells the worker not to keep what is still on its way. */
export async function forgetSeen(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  // Where storage is forbidden there is nothing to remove.
  await Promise.allSettled([tellWorker(), clearShelves(caches)])
}

async function tellWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(FORGET)
}

import { useSyncExternalStore } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'

export const lazyBrowserPasskeys = createLazyModule(async () => import('./browser-passkeys.ts'))

/** Whether this browser has WebAuthn. The prerendered page supposes so: nothing moves where it is true, which is nearly everywhere. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, hasPasskeySupport, () => true)
}

function hasPasskeySupport(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Whether the browser can offer passkeys while the person fills in the form. */
export async function canOfferInAutofill(): Promise<boolean> {
  if (!hasPasskeySupport()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

function subscribeToNothing() {
  return () => undefined
}

const SCRIPT_URL = '/service-worker.js'

/** Registers the service worker through a Trusted Types policy, which the content security policy requires. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(toTrustedScriptUrl(SCRIPT_URL))
  } catch {
    // Storage is forbidden or full: the app works, but not offline.
  }
}

interface TrustedTypesApi {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

function toTrustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesApi }
  if (!trustedTypes) return url
  const createScriptURL = (requested: string) => {
    if (requested !== SCRIPT_URL) throw new TypeError(`Refused script URL: ${requested}`)
    return requested
  }
  return trustedTypes.createPolicy('dolph-offline', { createScriptURL }).createScriptURL(url)
}

const SCRIPT_URL = '/service-worker.js'

/** The content security policy asks for a policy, and this one lets a single address through. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(toTrustedScriptUrl(SCRIPT_URL))
  } catch {
    // Forbidden, or no room: then there is nothing to read without a connection.
  }
}

interface TrustedTypesApi {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

function toTrustedScriptUrl(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesApi }
  if (!trustedTypes) return address
  const createScriptURL = (asked: string) => {
    if (asked !== SCRIPT_URL) throw new TypeError(`Not our script: ${asked}`)
    return asked
  }
  return trustedTypes.createPolicy('dolph-offline', { createScriptURL }).createScriptURL(address)
}

const ADDRESS = '/service-worker.js'

/** The content security policy asks for a policy, and this one lets a single address through. */
export async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(trusted(ADDRESS))
  } catch {
    // Forbidden, or no room: then there is nothing to read without a connection.
  }
}

interface Policies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  if (!trustedTypes) return address
  const createScriptURL = (asked: string) => {
    if (asked !== ADDRESS) throw new TypeError(`Not our script: ${asked}`)
    return asked
  }
  return trustedTypes.createPolicy('dolph-offline', { createScriptURL }).createScriptURL(address)
}

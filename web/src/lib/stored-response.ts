/** Says of a reply that the service worker had it stored, and since when. */
export const STORED_AT_HEADER = 'x-stored-at'

const freshOnlySignals = new WeakSet<AbortSignal>()

/** What is asked for under this signal must come from the server. */
export function requireFreshResponse(signal: AbortSignal): void {
  freshOnlySignals.add(signal)
}

export function isUnwantedStoredResponse(
  { headers }: Response,
  signal: AbortSignal | undefined,
): boolean {
  return signal !== undefined && freshOnlySignals.has(signal) && headers.has(STORED_AT_HEADER)
}

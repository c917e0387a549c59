/** Header of a response that the service worker had stored: the time when it was stored. */
export const STORED_AT_HEADER = 'x-stored-at'

const freshOnlySignals = new WeakSet<AbortSignal>()

/** Makes requests with this signal reject a stored response. */
export function requireFreshResponse(signal: AbortSignal): void {
  freshOnlySignals.add(signal)
}

export function isUnwantedStoredResponse(
  { headers }: Response,
  signal: AbortSignal | undefined,
): boolean {
  return signal !== undefined && freshOnlySignals.has(signal) && headers.has(STORED_AT_HEADER)
}

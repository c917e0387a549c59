/** Says of a reply that the service worker had it stored, and since when. */
export const STORED_AT = 'x-stored-at'

const freshOnly = new WeakSet<AbortSignal>()

/** What is asked for under this signal must come from the server. */
export function wantFresh(signal: AbortSignal): void {
  freshOnly.add(signal)
}

export function isUnwanted({ headers }: Response, signal: AbortSignal | undefined): boolean {
  return signal !== undefined && freshOnly.has(signal) && headers.has(STORED_AT)
}

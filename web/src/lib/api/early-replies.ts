/** An early request is given up after ten seconds, its body too. Counted from the start of the navigation. */
const USED_WITHIN_MS = 9_000

/**
 * The reply to a request that `boot/pre-hydration.ts` has sent while the code of the page was loading. Each is handed over once: a
 * repeated request goes to the server. Rejects when `signal` is aborted.
 */
export function takeEarlyReply(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const reply = window.earlyReplies?.get(url)
  window.earlyReplies?.delete(url)
  if (!reply || performance.now() > USED_WITHIN_MS) return undefined
  return Promise.race([reply, rejectOnAbort(signal)])
}

/** The replies were for the session that the page was opened with: the next member or visitor must not see them. */
export function dropEarlyReplies(): void {
  delete window.earlyReplies
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

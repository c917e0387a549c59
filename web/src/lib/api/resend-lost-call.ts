import type { Endpoint } from '@dolph/contract/endpoint'
import { ApiError } from './api-error.ts'

const RESEND_DELAY_MS = 500

/**
 * Sends a changing call once more if its reply was lost: the server may have handled it or not. Only calls that change nothing more
 * when they are repeated, see `idempotentBy` of the contract. Without a connection the call fails at once.
 */
export async function resendLostCall<T>(
  call: { endpoint: Endpoint; body: unknown; signal: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'network' && navigator.onLine
    if (!isLost || !isRepeatable(call.endpoint, call.body)) throw error
    await new Promise((resolve) => setTimeout(resolve, RESEND_DELAY_MS))
    call.signal?.throwIfAborted()
    return attempt()
  }
}

function isRepeatable({ config }: Endpoint, body: unknown): boolean {
  const fields = body instanceof Object ? body : {}
  switch (config.idempotentBy) {
    case 'always':
      return true
    case 'noEmail':
      return !('email' in fields)
    case 'tempId':
    case 'liked':
      return config.idempotentBy in fields
    default:
      return false
  }
}

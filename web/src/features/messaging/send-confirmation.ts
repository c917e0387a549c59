import type { Message } from '@dolph/contract/messaging'
import { ApiError } from '../../lib/api.ts'
import { socket } from '../../lib/socket.ts'

const CONFIRMATION_TIMEOUT_MS = 5000

interface PendingConfirmation {
  /** The message that it became; undefined if nobody said so in time. Refused, it throws the server's words. */
  confirmed: Promise<Message | undefined>
  cancel: () => undefined
}

/** Listens for what becomes of a message that is about to be said on the socket. */
export function awaitSendConfirmation(tempId: string): PendingConfirmation {
  const { promise, resolve, reject } = Promise.withResolvers<Message | undefined>()
  const timer = setTimeout(resolve, CONFIRMATION_TIMEOUT_MS)
  const stopHearing = socket.onEvent((event) => {
    if (event.type === 'new_message' && event.tempId === tempId) resolve(event.message)
    if (event.type === 'error' && event.tempId === tempId)
      reject(new ApiError(event.code ?? 'conflict', event.message))
  })
  // On a connection that is lost nothing more is said.
  const stopWatching = socket.subscribe(() => resolve(undefined))

  const end = () => {
    clearTimeout(timer)
    stopHearing()
    stopWatching()
  }
  return {
    confirmed: promise.finally(end),
    cancel: () => {
      resolve(undefined)
      return undefined
    },
  }
}

import type { Message } from '@dolph/contract/messaging'
import { ApiError } from '../../../lib/api/api-error.ts'
import { connection } from '../../../realtime/connection.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 5000

interface PendingAcknowledgement {
  /** The stored message; undefined if no acknowledgement arrived in time. Rejects with the server's message if it was refused. */
  storedMessage: Promise<Message | undefined>
  cancel: () => void
}

/** Listens for the acknowledgement of a message; called before the message is sent on the socket. */
export function awaitSendAcknowledgement(tempId: string): PendingAcknowledgement {
  const { promise, resolve, reject } = Promise.withResolvers<Message | undefined>()
  const timer = setTimeout(resolve, ACKNOWLEDGEMENT_TIMEOUT_MS)
  const unsubscribes = [
    connection.on('new_message', (event) => {
      if (event.tempId === tempId) resolve(event.message)
    }),
    connection.on('error', (event) => {
      if (event.tempId === tempId) reject(new ApiError(event.code ?? 'conflict', event.message))
    }),
    // A lost connection delivers no acknowledgement any more.
    connection.subscribe(() => resolve(undefined)),
  ]

  const cleanUp = () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
  return { storedMessage: promise.finally(cleanUp), cancel: () => resolve(undefined) }
}

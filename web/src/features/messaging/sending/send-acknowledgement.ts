import { ApiError } from '../../../lib/api/api-error.ts'
import { connection, type ServerEventOf } from '../../../realtime/connection.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 5000

interface PendingAcknowledgement<Stored> {
  /** The stored message; undefined if no acknowledgement arrived in time. Rejects with the server's message if it was refused. */
  storedMessage: Promise<Stored | undefined>
  cancel: () => void
}

/** Listens for the acknowledgement of a message; called before the message is sent on the socket. */
export function awaitSendAcknowledgement<Stored>(tempId: string): PendingAcknowledgement<Stored> {
  const { promise, resolve, reject } = Promise.withResolvers<Stored | undefined>()
  // The tempId says which of the two kinds of messages it is.
  const acknowledge = (event: ServerEventOf<'new_message' | 'room_message'>) => {
    if (event.tempId === tempId) resolve(event.message as Stored)
  }
  const timer = setTimeout(resolve, ACKNOWLEDGEMENT_TIMEOUT_MS)
  const unsubscribes = [
    connection.on('new_message', acknowledge),
    connection.on('room_message', acknowledge),
    connection.on('error', (event) => {
      if (event.tempId === tempId) reject(new ApiError(event.code ?? 'conflict', event.message))
    }),
    // A lost connection no longer delivers an acknowledgement.
    connection.subscribe(() => resolve(undefined)),
  ]

  const cleanUp = () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
  return { storedMessage: promise.finally(cleanUp), cancel: () => resolve(undefined) }
}

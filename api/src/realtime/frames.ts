import { TempId } from '@dolph/contract/primitives'
import { ClientEvent, type ServerEvent } from '@dolph/contract/realtime'
import { z } from 'zod'

const RECEIPT_MAX_BYTES = 128

type ParsedFrame = { event: ClientEvent } | { mistake: string; tempId?: string | undefined }

/** What a browser said, by the contract; or why it means nothing, with the `tempId` if it was to be a message. */
export function parseFrame(data: Buffer): ParsedFrame {
  try {
    const said: unknown = JSON.parse(data.toString())
    const parsed = ClientEvent.safeParse(said)
    if (parsed.success) return { event: parsed.data }
    return {
      mistake: parsed.error.issues[0]?.message ?? INVALID_FRAME_MESSAGE,
      tempId: WithTempId.safeParse(said).data?.tempId,
    }
  } catch {
    return { mistake: INVALID_FRAME_MESSAGE }
  }
}

const INVALID_FRAME_MESSAGE = 'This is not understood here'
const WithTempId = z.object({ tempId: TempId })

/** Told from the bytes, as it is asked before a frame is worth parsing. */
export function isReceiptFrame(data: Buffer): boolean {
  return data.length <= RECEIPT_MAX_BYTES && data.includes('"message_received"')
}

export function serializeEvent(event: ServerEvent): string {
  return JSON.stringify(event)
}

/** Worth nothing a moment later, so it may be dropped. */
export function isEphemeralEvent(event: string): boolean {
  return event.startsWith('{"type":"typing"') || event.startsWith('{"type":"user_status"')
}

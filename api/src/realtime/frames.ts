import { TempId } from '@dolph/contract/primitives'
import { ClientEvent, type ServerEvent } from '@dolph/contract/realtime'
import { z } from 'zod'

const RECEIPT_MAX_BYTES = 128

type ParsedFrame = { event: ClientEvent } | { problem: string; tempId?: string | undefined }

/** The frame as an event of the contract, or the problem with it and the `tempId` of the message that it contains. */
export function parseFrame(data: Buffer): ParsedFrame {
  try {
    const json: unknown = JSON.parse(data.toString())
    const parsed = ClientEvent.safeParse(json)
    if (parsed.success) return { event: parsed.data }
    return {
      problem: parsed.error.issues[0]?.message ?? INVALID_FRAME_MESSAGE,
      tempId: WithTempId.safeParse(json).data?.tempId,
    }
  } catch {
    return { problem: INVALID_FRAME_MESSAGE }
  }
}

const INVALID_FRAME_MESSAGE = 'This is not understood here'
const WithTempId = z.object({ tempId: TempId })

/** Checked on the raw bytes: the rate limit applies before a frame is parsed. */
export function isReceiptFrame(data: Buffer): boolean {
  return data.length <= RECEIPT_MAX_BYTES && data.includes('"message_received"')
}

export function serializeEvent(event: ServerEvent): string {
  return JSON.stringify(event)
}

/** Events that are outdated within moments and may be dropped for a slow client. */
export function isEphemeralEvent(event: string): boolean {
  return event.startsWith('{"type":"typing"') || event.startsWith('{"type":"user_status"')
}

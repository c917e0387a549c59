import { TempId } from '@dolph/contract/primitives'
import { ClientEvent, type ServerEvent } from '@dolph/contract/realtime'
import { z } from 'zod'

const RECEIPT_MAX_BYTES = 128

type Frame = { event: ClientEvent } | { mistake: string; tempId?: string | undefined }

/** What a browser said, by the contract; or why it means nothing, with the `tempId` if it was to be a message. */
export function readFrame(data: Buffer): Frame {
  try {
    const said: unknown = JSON.parse(data.toString())
    const parsed = ClientEvent.safeParse(said)
    if (parsed.success) return { event: parsed.data }
    return {
      mistake: parsed.error.issues[0]?.message ?? NOT_UNDERSTOOD,
      tempId: Named.safeParse(said).data?.tempId,
    }
  } catch {
    return { mistake: NOT_UNDERSTOOD }
  }
}

const NOT_UNDERSTOOD = 'This is not understood here'
const Named = z.object({ tempId: TempId })

/** Told from the bytes, as it is asked before a frame is worth parsing. */
export function isReceipt(data: Buffer): boolean {
  return data.length <= RECEIPT_MAX_BYTES && data.includes('"message_received"')
}

export function write(event: ServerEvent): string {
  return JSON.stringify(event)
}

/** Worth nothing a moment later, so it may be dropped. */
export function isFleeting(event: string): boolean {
  return event.startsWith('{"type":"typing"') || event.startsWith('{"type":"user_status"')
}

import type { DisplayedMessage } from '../displayed-messages.ts'
import { isSameDay } from '../message-time.ts'

/** What one says within so long of the message before belongs together. */
const GROUP_WINDOW_MS = 5 * 60_000

export interface DayRow {
  kind: 'day'
  key: string
  at: string
}

export interface MessageRow {
  kind: 'message'
  key: string
  message: DisplayedMessage
  /** First and last of what its sender said in one go. */
  isFirst: boolean
  isLast: boolean
}

/** Messages, oldest first, with a row above each day. */
export function buildMessageRows(messages: readonly DisplayedMessage[]): (DayRow | MessageRow)[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const row: MessageRow = {
      kind: 'message',
      key: message.key,
      message,
      isFirst: !before || !isSameGroup(before, message),
      isLast: !after || !isSameGroup(message, after),
    }
    const { createdAt } = message
    const isNewDay = !before || !isSameDay(new Date(before.createdAt), new Date(createdAt))
    if (!isNewDay) return row
    const day: DayRow = { kind: 'day', key: new Date(createdAt).toDateString(), at: createdAt }
    return [day, row]
  })
}

function isSameGroup(before: DisplayedMessage, after: DisplayedMessage): boolean {
  const [earlier, later] = [new Date(before.createdAt), new Date(after.createdAt)]
  return (
    before.isMine === after.isMine &&
    isSameDay(earlier, later) &&
    later.getTime() - earlier.getTime() < GROUP_WINDOW_MS
  )
}

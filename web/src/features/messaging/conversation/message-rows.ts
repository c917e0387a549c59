import type { DisplayedMessage } from './displayed-messages.ts'
import { isSameDay } from '../message-time.ts'

/** Messages of one sender within this time of each other form a group. */
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
  /** Whether the message is the first or the last of its group. */
  isFirst: boolean
  isLast: boolean
}

/** The rows of a conversation, oldest first: its messages, with a heading above each day. */
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
    before.sender?._id === after.sender?._id &&
    before.line === undefined &&
    after.line === undefined &&
    isSameDay(earlier, later) &&
    later.getTime() - earlier.getTime() < GROUP_WINDOW_MS
  )
}

import { expect, test } from 'vitest'
import type { DisplayedMessage } from '../displayed-messages.ts'
import { buildMessageRows } from './message-rows.ts'

test('a row above each day names it', () => {
  const rows = buildMessageRows([
    createDisplayedMessage('2026-03-01T10:00:00'),
    createDisplayedMessage('2026-03-01T23:59:00'),
    createDisplayedMessage('2026-03-02T00:01:00'),
  ])
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'message'])
})

test('what one says within five minutes of the message before belongs together', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T10:00:00'),
      createDisplayedMessage('2026-03-01T10:04:00'),
      createDisplayedMessage('2026-03-01T10:08:59'),
      createDisplayedMessage('2026-03-01T10:14:00'),
    ]),
  ).toEqual(['first', 'middle', 'last', 'alone'])
})

test('an answer parts what was said before it from what is said after it', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T10:00:00'),
      createDisplayedMessage('2026-03-01T10:00:10', { isMine: true }),
      createDisplayedMessage('2026-03-01T10:00:20'),
    ]),
  ).toEqual(['alone', 'alone', 'alone'])
})

test('midnight parts what was said right before it from what was said right after it', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T23:59:30'),
      createDisplayedMessage('2026-03-02T00:00:30'),
    ]),
  ).toEqual(['alone', 'alone'])
})

test('nothing said is no rows', () => {
  expect(buildMessageRows([])).toEqual([])
})

function getGroupPositions(messages: DisplayedMessage[]) {
  return buildMessageRows(messages).flatMap((row) => {
    if (row.kind === 'day') return []
    if (row.isFirst) return row.isLast ? 'alone' : 'first'
    return row.isLast ? 'last' : 'middle'
  })
}

let count = 0

/** By the clock of this machine. */
function createDisplayedMessage(
  at: string,
  fields: Partial<DisplayedMessage> = {},
): DisplayedMessage {
  count += 1
  return {
    key: `message-${count}`,
    _id: null,
    content: 'Hello',
    isMine: false,
    createdAt: new Date(at).toISOString(),
    label: null,
    failure: null,
    ...fields,
  }
}

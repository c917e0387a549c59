import { expect, test } from 'vitest'
import type { DisplayedMessage } from './displayed-messages.ts'
import { buildMessageRows } from './message-rows.ts'

test('each day has a heading above its messages', () => {
  const rows = buildMessageRows([
    createDisplayedMessage('2026-03-01T10:00:00'),
    createDisplayedMessage('2026-03-01T23:59:00'),
    createDisplayedMessage('2026-03-02T00:01:00'),
  ])
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'message'])
})

test('messages within five minutes of the one before form a group', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T10:00:00'),
      createDisplayedMessage('2026-03-01T10:04:00'),
      createDisplayedMessage('2026-03-01T10:08:59'),
      createDisplayedMessage('2026-03-01T10:14:00'),
    ]),
  ).toEqual(['first', 'middle', 'last', 'alone'])
})

test('a message of the other participant ends a group', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T10:00:00'),
      createDisplayedMessage('2026-03-01T10:00:10', { isMine: true }),
      createDisplayedMessage('2026-03-01T10:00:20'),
    ]),
  ).toEqual(['alone', 'alone', 'alone'])
})

test('midnight ends a group', () => {
  expect(
    getGroupPositions([
      createDisplayedMessage('2026-03-01T23:59:30'),
      createDisplayedMessage('2026-03-02T00:00:30'),
    ]),
  ).toEqual(['alone', 'alone'])
})

test('no messages give no rows', () => {
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

/** `at` is in the local time zone. */
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

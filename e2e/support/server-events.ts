import { expect, type Page } from '@playwright/test'

/** The promise of the product: a message or a notification is in the other browser within this time. */
const ARRIVES_WITHIN_MS = 2_000

export interface ServerEvent {
  type: string
  unreadCount?: number
  message?: { content: string; createdAt: string }
}

interface ArrivedEvent extends ServerEvent {
  arrivedAt: number
}

/** Records the events of the page's WebSocket with the time of their arrival. Call it before the page is opened. */
export function recordServerEvents(page: Page): ArrivedEvent[] {
  const events: ArrivedEvent[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      events.push({ ...(JSON.parse(String(payload)) as ServerEvent), arrivedAt: Date.now() })
    }),
  )
  return events
}

/**
 * The first event that matches arrived within two seconds of its cause. Both times are taken where they happen, at the server
 * and in the test: how long the test takes to look is not part of it.
 */
export async function expectPromptArrival(
  events: ArrivedEvent[],
  matches: (event: ServerEvent) => boolean,
  readCauseTime: (event: ServerEvent) => Promise<string> | string,
): Promise<void> {
  await expect.poll(() => events.some(matches)).toBe(true)
  const event = events.find(matches)
  const causedAt = Date.parse(event ? await readCauseTime(event) : '')
  expect((event?.arrivedAt ?? Infinity) - causedAt).toBeLessThan(ARRIVES_WITHIN_MS)
}

/** The message with this text arrived within two seconds of being stored. */
export async function expectPromptMessage(events: ArrivedEvent[], text: string): Promise<void> {
  await expectPromptArrival(
    events,
    ({ type, message }) => type === 'new_message' && message?.content === text,
    ({ message }) => message?.createdAt ?? '',
  )
}

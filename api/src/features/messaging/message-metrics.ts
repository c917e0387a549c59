import { Refusal } from '../../platform/errors.ts'
import {
  defineCount,
  defineHistogram,
  defineHistograms,
  secondsSince,
} from '../../platform/telemetry/process-metrics.ts'

/** The bucket of one second is the promise: see deploy/watch/rules/slos.yml. */
const sendSeconds = defineHistograms({
  name: 'message_send_seconds',
  help: 'Time until a message is stored, by whether it was new, repeated, refused or could not be stored',
  label: 'outcome',
  values: ['new', 'repeated', 'refused', 'failed'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
})

/** Compares the clock of the database, in the id of the message, with that of this process. */
export const deliverySeconds = defineHistograms({
  name: 'message_delivery_seconds',
  help: 'Time from storing a message until it was pushed to a connected member',
  label: 'way',
  values: ['bus', 'poll'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30],
})

export const missedMessages = defineCount({
  name: 'missed_messages_found_total',
  help: 'Messages that the bus did not deliver and the poller found',
})

export const pollSeconds = defineHistogram({
  name: 'missed_message_poll_seconds',
  help: 'Time of each search for messages that the bus did not deliver',
  buckets: [0.005, 0.025, 0.1, 0.5, 2],
})

/** Measures a send; what happens to a message after it is stored does not count. */
export async function measureSend<Sent extends { isNew: boolean }>(
  send: () => Promise<Sent>,
): Promise<Sent> {
  const startedAt = performance.now()
  try {
    const sent = await send()
    sendSeconds[sent.isNew ? 'new' : 'repeated'].observe(secondsSince(startedAt))
    return sent
  } catch (error) {
    const isRefused = error instanceof Refusal && error.statusCode < 500
    sendSeconds[isRefused ? 'refused' : 'failed'].observe(secondsSince(startedAt))
    throw error
  }
}

/** When the message was stored, in milliseconds: the first 48 bits of its id. */
export function parseSentTime(messageId: string): number {
  return Number.parseInt(messageId.slice(0, 8) + messageId.slice(9, 13), 16)
}

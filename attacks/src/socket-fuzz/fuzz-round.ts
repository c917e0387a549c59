import { buildFrame, Opcode } from '@dolph/api/testing/sockets/websocket-frame'
import type { RandomSource } from '@dolph/bench/load/random-source'
import type { SignedInMember } from '../attacked-server.ts'
import type { ValueSampler } from '../http-fuzz/sample-value.ts'
import { FuzzConnection } from './fuzz-connection.ts'
import { buildHostileFrame } from './hostile-frames.ts'

/** The tenth invalid frame closes a socket, so no more are sent before it is known how many were invalid. */
const INVALID_FRAMES_MAX = 10
const FRAMES_MAX = 100
const UNAUTHENTICATED_SHARE = 0.1
const WRONG_MEMBER_SHARE = 0.05
const UNKNOWN_MEMBER_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

interface Source {
  sampler: ValueSampler
  random: RandomSource
  slowMs: number
}

interface RoundResult {
  sent: Buffer
  frameCount: number
  problem: 'error' | 'slow' | null
  /** The event that says that the server failed. */
  error: string | undefined
}

/** Opens one socket, in one of the states that a socket can be in, and sends hostile frames until it is closed. */
export async function runFuzzRound(
  url: string,
  member: SignedInMember,
  { sampler, random, slowMs }: Source,
): Promise<RoundResult> {
  const { cookie, origin } = member.headers
  using connection = await FuzzConnection.open(url, { cookie, origin })
  const sent: Buffer[] = []
  let frameCount = 0
  let isAnswered = true

  /** Sends frames, and waits until the server has handled them or closed the socket. */
  async function sendFrames(count: number, marker: Marker): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { bytes, leaves } = buildHostileFrame(sampler, random)
      frameCount += 1
      sent.push(bytes)
      connection.send(bytes)
      if (leaves === 'incomplete') return connection[Symbol.dispose]()
      if (leaves === 'closed') break
    }
    connection.send(marker.bytes)
    isAnswered = await connection.waitForText(marker.answer, slowMs)
  }

  const state = random.fraction()
  if (state < UNAUTHENTICATED_SHARE) {
    await sendFrames(1 + random.below(3), createPingMarker(frameCount))
  } else {
    const isWrong = state < UNAUTHENTICATED_SHARE + WRONG_MEMBER_SHARE
    connection.send(createAuthFrame(isWrong ? UNKNOWN_MEMBER_ID : member.id))
    isAnswered = await connection.waitForText('auth_success', slowMs)
    while (isAnswered && !connection.isClosed && frameCount < FRAMES_MAX) {
      const allowed = INVALID_FRAMES_MAX - countInvalidFrames(connection)
      if (allowed <= 0) break
      await sendFrames(allowed, createMessageMarker(frameCount))
    }
  }
  const error = connection.texts.find((text) => /"code":"(internal|unavailable)"/.test(text))
  const problem = error !== undefined ? 'error' : isAnswered ? null : 'slow'
  return { sent: Buffer.concat(sent), frameCount, problem, error }
}

/** A frame whose answer shows that all frames before it were handled. */
interface Marker {
  bytes: Buffer
  answer: string
}

function createPingMarker(number: number): Marker {
  const answer = `marker ${number}`
  return { bytes: buildFrame(Opcode.ping, answer), answer }
}

/** A message to nobody waits in the queue of events and is then refused by its `tempId`. */
function createMessageMarker(number: number): Marker {
  const tempId = `temp-marker-${number}-of-round`
  const event = { type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'x', tempId }
  return { bytes: buildFrame(Opcode.text, JSON.stringify(event)), answer: tempId }
}

function createAuthFrame(userId: string): Buffer {
  const event = { type: 'auth', userId, timestamp: '2026-01-01T00:00:00.000Z' }
  return buildFrame(Opcode.text, JSON.stringify(event))
}

function countInvalidFrames({ texts }: FuzzConnection): number {
  return texts.filter((text) => text.includes('"code":"invalid-input"')).length
}

import { setTimeout as wait } from 'node:timers/promises'
import { openRawSocket, type RawSocketOwner } from '@dolph/api/testing/sockets/raw-socket'
import type { Attacker } from './create-attackers.ts'

/** A socket that is not cut off by then counts as uncut. */
const GIVE_UP_AFTER_MS = 10_000
/** How long a socket that floods with nothing stays open: about as long as one that is cut off. */
const QUIET_SOCKET_MS = 500
const PAUSE_AFTER_REFUSAL_MS = 1_000

export interface Flood {
  /** Each floods with one socket at a time. */
  attackers: Attacker[]
  /** The bytes that a socket repeats; the next socket takes the next ones. Without any, sockets are only opened and closed. */
  attacks: Buffer[]
  seconds: number
}

interface FloodResult {
  cutAfterMs: number[]
  uncut: number
  /** Upgrades that were refused or whose socket ended before it was authenticated. */
  refused: number
}

/** Floods with several sockets at once; each attacker opens the next one as soon as the last is cut off. */
export async function runReconnectingFlooders(
  url: string,
  { attackers, attacks, seconds }: Flood,
): Promise<FloodResult> {
  const result: FloodResult = { cutAfterMs: [], uncut: 0, refused: 0 }
  const endsAt = Date.now() + seconds * 1_000
  let opened = 0

  async function floodRepeatedly(attacker: Attacker): Promise<void> {
    while (Date.now() < endsAt) {
      for (const owner of attacker) {
        const bytes = attacks[opened % attacks.length]
        opened += 1
        await floodOnce(url, owner, bytes, result)
      }
    }
  }

  await Promise.all(attackers.map(floodRepeatedly))
  return result
}

async function floodOnce(
  url: string,
  owner: RawSocketOwner,
  bytes: Buffer | undefined,
  result: FloodResult,
): Promise<void> {
  try {
    await using flooder = await openRawSocket(url, owner)
    if (!bytes) {
      await wait(QUIET_SOCKET_MS)
      return
    }
    const { isCut, afterMs } = await flooder.flood(bytes, GIVE_UP_AFTER_MS)
    if (isCut) result.cutAfterMs.push(afterMs)
    else result.uncut += 1
  } catch {
    result.refused += 1
    await wait(PAUSE_AFTER_REFUSAL_MS)
  }
}

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../errors.ts'

/** OWASP's minimum for argon2id, which is what two cores can bear when many sign in at once. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = availableParallelism()
const WAITING_MAX = 50

/** Checked when there is nothing to check, so that an unknown address takes as long as a wrong password. */
const NOBODY = hash('nobody has this password', COST)

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), COST))
}

/** False without a hash, in the time that a wrong password takes. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await NOBODY)
  const isRight = await inTurn(() => verify(against, password.normalize('NFKC')))
  return isRight && stored !== null
}

let running = 0
const waiting: (() => void)[] = []

// Hashing runs on other threads, but each run holds 19 MiB: a crowd waits in line, and a flood is sent away.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= WAITING_MAX) {
      throw new Refusal('unavailable', 'Too many people are signing in. Please try again.', {
        retryAfterSeconds: 2,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    // The place is handed on, or given up.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

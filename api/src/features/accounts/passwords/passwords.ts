import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../../platform/errors.ts'
import {
  defineGauge,
  defineHistogram,
  observeDuration,
} from '../../../platform/telemetry/process-metrics.ts'
import { OverloadedError, Semaphore } from '../../../platform/semaphore.ts'

/** OWASP's minimum for argon2id: more would overload two cores when many members sign in at once. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified in place of a missing hash, so that an unknown email takes as long as a wrong password. */
const DUMMY_HASH = hash('nobody has this password', ARGON2_OPTIONS)

export async function hashPassword(password: string): Promise<string> {
  return runHashing(() => hash(password.normalize('NFKC'), ARGON2_OPTIONS))
}

/** False without a hash, in the time that a wrong password takes. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const expectedHash = stored ?? (await DUMMY_HASH)
  const isMatch = await runHashing(() => verify(expectedHash, password.normalize('NFKC')))
  return isMatch && stored !== null
}

/** Hashing runs on other threads, but each run holds 19 MiB: some callers wait in a queue, a flood is refused. */
const hashing = new Semaphore({ concurrency: availableParallelism(), queueMax: 50 })

const hashSeconds = defineHistogram({
  name: 'password_hash_seconds',
  help: 'Time to hash or verify a password, its wait for a core included',
  buckets: [0.05, 0.1, 0.25, 1, 5],
})
defineGauge(
  {
    name: 'password_hash_waiting',
    help: 'Passwords that wait for a core to be hashed or verified',
  },
  () => hashing.waiting,
)

async function runHashing<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await observeDuration(hashSeconds, () => hashing.run(task))
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
    throw new Refusal('unavailable', 'Too many people are logging in. Please try again.', {
      retryAfterSeconds: 2,
    })
  }
}

import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Deps } from '../../platform/deps.ts'
import { waitForReplicas } from '../wait-for-replicas.ts'
import type { ConsistencyCheck } from './consistency-check.ts'
import { leftoverChecks } from './leftover-checks.ts'
import { messageChecks } from './message-checks.ts'
import { pictureChecks } from './picture-checks.ts'
import { postChecks } from './post-checks.ts'
import { roomChecks } from './room-checks.ts'
import { searchCheck } from './search-check.ts'
import { skillCheck } from './skill-check.ts'

export const consistencyChecks: readonly ConsistencyCheck[] = [
  ...postChecks,
  searchCheck,
  ...messageChecks,
  ...roomChecks,
  skillCheck,
  ...pictureChecks,
  ...leftoverChecks,
]

const EXAMPLES_MAX = 20

export interface CheckResult {
  name: string
  summary: string
  faults: number
  repaired: number
  examples: { subject: string; problem: string }[]
}

interface Options {
  isRepairing: boolean
  onProgress: (line: string) => void
  checks?: readonly ConsistencyCheck[]
}

/** Runs the checks one after the other, in short statements, and mends what they find if asked to. */
export async function runChecks(deps: Deps, options: Options): Promise<CheckResult[]> {
  const { checks = consistencyChecks, onProgress } = options
  const results: CheckResult[] = []
  for (const check of checks) {
    const startedAt = performance.now()
    const result = await runCheck(deps, check, options)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    onProgress(`${check.name}: ${result.faults} faults, ${seconds} s`)
    results.push(result)
  }
  return results
}

async function runCheck(
  deps: Deps,
  { name, summary, first = MIN_ID, findFaults }: ConsistencyCheck,
  { isRepairing, onProgress }: Options,
): Promise<CheckResult> {
  const result: CheckResult = { name, summary, faults: 0, repaired: 0, examples: [] }
  for (let after: string | null = first; after !== null;) {
    const { faults, next }: Awaited<ReturnType<typeof findFaults>> = await findFaults(deps, after)
    result.faults += faults.length
    for (const { subject, problem, repair } of faults) {
      if (result.examples.length < EXAMPLES_MAX) result.examples.push({ subject, problem })
      if (isRepairing && (await repair(deps))) result.repaired += 1
    }
    if (isRepairing && faults.length > 0) await waitForReplicas(deps.db, onProgress)
    after = next
  }
  return result
}

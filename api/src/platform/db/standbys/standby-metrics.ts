import { defineCount, defineCounts, defineLabeledGauge } from '../../telemetry/process-metrics.ts'
import type { StandbyPool } from './standby-pool.ts'

/**
 * Where reads went whose calls may read from a standby. `standby`: there. The others went to the primary: there was no fit standby; the
 * standby had not replayed what the caller had written, or what everybody sees; it failed; or an operator has switched it off.
 */
const READ_TARGETS = [
  'standby',
  'none-fit',
  'own-write',
  'behind',
  'failed',
  'switched-off',
] as const
export type ReadTarget = (typeof READ_TARGETS)[number]

export const standbyReads = defineCounts({
  name: 'database_reads_total',
  help: 'Reads that may go to a standby, by where and why they went',
  label: 'target',
  values: READ_TARGETS,
})

export const readsShed = defineCount({
  name: 'reads_shed_total',
  help: 'Reads that were refused because no standby was fit and too many waited for the primary',
})

const pools = new Set<StandbyPool>()

/** Shows the state of this standby in the metrics until the returned function is called. */
export function showStandby(pool: StandbyPool): () => void {
  pools.add(pool)
  return () => pools.delete(pool)
}

/** A primary among the named servers is no standby that is unfit. */
const readPools = (read: (pool: StandbyPool) => number) =>
  [...pools]
    .filter(({ isPrimary }) => !isPrimary)
    .map((pool): [string, number] => [pool.name, read(pool)])

defineLabeledGauge(
  { name: 'standby_fit', help: '1 if reads go to this standby', label: 'standby' },
  () => readPools(({ isFit }) => Number(isFit)),
)

defineLabeledGauge(
  {
    name: 'standby_behind_bytes',
    help: 'WAL that the primary had written and this standby had not replayed when it was last asked',
    label: 'standby',
  },
  () => readPools(({ behindBytes }) => behindBytes),
)

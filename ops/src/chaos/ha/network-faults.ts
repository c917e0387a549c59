import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import type { DatabaseNode } from './database-node.ts'
import type { Fault } from './fault.ts'
import { cutNode, reconnectNode, tryOnNode } from './node-networks.ts'

const CUT_MS = 30_000
const HALF_CUT_MS = 20_000
const WRITE_TIMEOUT_MS = 3_000
const PAUSE_BETWEEN_WRITES_MS = 200

/** These need a network for each node. */
export const networkFaults: Fault[] = [
  {
    name: 'cut',
    description: `the primary's machine is cut off from all others for ${CUT_MS / 1000} s`,
    gapSecondsMax: 30,
    needsNetworks: true,
    async play({ cluster, database }) {
      await database.query('create table if not exists cut_side_writes (id uuid)')
      const primary = await cluster.findPrimary()
      await cutNode(getNumber(primary))
      const acknowledged = await writeOnCutSide(primary)
      await reconnectNode(getNumber(primary))
      await cluster.waitUntilWhole()
      const { rows } = await database.query<{ id: string }>('select id from cut_side_writes')
      const kept = new Set(rows.map(({ id }) => id))
      const lost = acknowledged.filter((id) => !kept.has(id))
      printLine(`  ${acknowledged.length} writes acknowledged on the side that was cut off`)
      if (lost.length > 0) throw new Error(`${lost.length} of them are gone`)
    },
  },
  {
    name: 'half-cut',
    description: `the primary reaches etcd and clients but not the synchronous standby, for ${HALF_CUT_MS / 1000} s`,
    gapSecondsMax: 15,
    needsNetworks: true,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      const standby = await cluster.findSynchronousStandby()
      const [host = ''] = standby.addresses.postgres.split(':')
      await cutNode(getNumber(primary), [host])
      await wait(HALF_CUT_MS)
      await reconnectNode(getNumber(primary))
    },
  },
]

/** A client that is on the cut-off machine writes to its PostgreSQL as long as the cut lasts. Returns what was acknowledged. */
async function writeOnCutSide(primary: DatabaseNode): Promise<string[]> {
  const acknowledged: string[] = []
  const [host = '', port = ''] = primary.addresses.postgres.split(':')
  const deadline = performance.now() + CUT_MS
  while (performance.now() < deadline) {
    const id = crypto.randomUUID()
    const insert = `insert into cut_side_writes values ('${id}')`
    const psql = ['psql', '-h', host, '-p', port, '-U', 'postgres', '-d', 'postgres', '-c', insert]
    const isAcknowledged = await tryOnNode(getNumber(primary), psql, WRITE_TIMEOUT_MS)
    if (isAcknowledged) acknowledged.push(id)
    await wait(PAUSE_BETWEEN_WRITES_MS)
  }
  return acknowledged
}

function getNumber({ name }: DatabaseNode): number {
  return Number(name.replace('pg-', ''))
}

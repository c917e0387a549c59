import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseNode } from './database-node.ts'
import type { Fault } from './fault.ts'
import { cutNode, reconnectNode } from './node-networks.ts'

const CUT_MS = 30_000
const HALF_CUT_MS = 20_000

/** These need a network for each node. */
export const networkFaults: Fault[] = [
  {
    name: 'cut',
    description: `the primary's machine is cut off from all others for ${CUT_MS / 1000} s`,
    gapSecondsMax: 30,
    needsNetworks: true,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      await cutNode(getNumber(primary))
      await wait(CUT_MS)
      await reconnectNode(getNumber(primary))
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

function getNumber({ name }: DatabaseNode): number {
  return Number(name.replace('pg-', ''))
}

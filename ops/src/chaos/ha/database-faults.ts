import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'
import { setClock } from './fake-clock.ts'
import { fillDisk } from './small-disk.ts'
import type { Fault } from './fault.ts'

/** Longer than Patroni's `ttl`, so that a standby has taken over. */
const MACHINE_DOWN_MS = 30_000
const FREEZE_MS = 25_000
const ETCD_DOWN_MS = 20_000
const STANDBY_DOWN_MS = 15_000
const DISK_FULL_MS = 12_000
const CLOCK_OFFSETS_SECONDS = [-5, -3600, 3600]
const CLOCK_OFF_MS = 8_000
const SLOW_DISK_MS = 15_000

export const databaseFaults: Fault[] = [
  {
    name: 'processes',
    description: 'all processes of the primary PostgreSQL are killed, Patroni lives',
    gapSecondsMax: 10,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      primary.signalPostgres('SIGKILL')
      await waitUntil('another node is primary', async () => {
        const members = await cluster.readMembers()
        return members.some(({ role, name }) => role === 'leader' && name !== primary.name)
      })
    },
  },
  {
    name: 'machine',
    description: `the primary's machine loses power for ${MACHINE_DOWN_MS / 1000} s`,
    gapSecondsMax: 30,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      primary.killMachine()
      await wait(MACHINE_DOWN_MS)
      primary.start()
    },
  },
  {
    name: 'freeze',
    description: `the primary's machine is frozen for ${FREEZE_MS / 1000} s and thawed`,
    gapSecondsMax: 30,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      primary.signalMachine('SIGSTOP')
      await wait(FREEZE_MS)
      primary.signalMachine('SIGCONT')
    },
  },
  {
    name: 'standby',
    description: `the machine of the synchronous standby loses power for ${STANDBY_DOWN_MS / 1000} s`,
    gapSecondsMax: 10,
    async play({ cluster }) {
      const standby = await cluster.findSynchronousStandby()
      standby.killMachine()
      await wait(STANDBY_DOWN_MS)
      standby.start()
    },
  },
  {
    name: 'switchover',
    description: 'an operator moves the primary to another machine',
    gapSecondsMax: 10,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      await cluster.switchOver()
      await waitUntil('another node is primary', async () => {
        const members = await cluster.readMembers()
        return members.some(({ role, name }) => role === 'leader' && name !== primary.name)
      })
    },
  },
  {
    name: 'etcd',
    description: `all three etcd are killed for ${ETCD_DOWN_MS / 1000} s`,
    gapSecondsMax: 5,
    async play({ cluster }) {
      for (const { etcd } of cluster.nodes) etcd.signal('SIGKILL')
      await wait(ETCD_DOWN_MS)
      for (const node of cluster.nodes) node.start()
    },
  },
  {
    name: 'disk-full',
    description: `the disk of the primary is full for ${DISK_FULL_MS / 1000} s`,
    gapSecondsMax: 30,
    needsSmallDisks: true,
    async play({ cluster }) {
      const primary = await cluster.findPrimary()
      const release = await fillDisk(primary.dataFolder)
      await wait(DISK_FULL_MS)
      await release()
    },
  },
  {
    name: 'slow-disk',
    description: `each commit of the primary takes 100 ms longer, for ${SLOW_DISK_MS / 1000} s`,
    gapSecondsMax: 2,
    async play({ database }) {
      await database.query('alter system set commit_delay = 100000')
      await database.query('alter system set commit_siblings = 0')
      await database.query('select pg_reload_conf()')
      await wait(SLOW_DISK_MS)
      await database.query('alter system reset commit_delay')
      await database.query('alter system reset commit_siblings')
      await database.query('select pg_reload_conf()')
    },
  },
  {
    name: 'clock',
    description: `the clock of the primary is ${CLOCK_OFFSETS_SECONDS.join(', then ')} s off, ${CLOCK_OFF_MS / 1000} s each`,
    gapSecondsMax: 5,
    needsFakeClocks: true,
    async play({ cluster, directory }) {
      const { name } = await cluster.findPrimary()
      for (const seconds of CLOCK_OFFSETS_SECONDS) {
        await setClock(directory, name, seconds)
        await wait(CLOCK_OFF_MS)
      }
      await setClock(directory, name, 0)
    },
  },
]

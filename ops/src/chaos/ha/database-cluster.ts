import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { findPostgresUser } from '../services.ts'
import { waitUntil } from '../wait-until.ts'
import { DatabaseNode, type NodeAddresses } from './database-node.ts'
import { readPatroniVersion } from './install-servers.ts'
import { mountSmallDisk, unmountSmallDisks } from './small-disk.ts'
import { createAuthority } from './node-certificates.ts'
import { BRIDGE_ADDRESS, type NodeNetwork } from './node-networks.ts'
import { shareFolder, type ServerRoot } from './server-root.ts'
import { readPatroniSettings, type PatroniSettings } from './reference-settings.ts'

const NODE_COUNT = 3
const STATE_TIMEOUT_MS = 1_000
const START_TIMEOUT_MS = 120_000
const REJOIN_TIMEOUT_MS = 120_000

interface ClusterMember {
  name: string
  role: string
  state: string
  timeline?: number
}

export interface ClusterOptions {
  directory: string
  root: ServerRoot
  /** By default all nodes are on the loopback address. */
  networks?: NodeNetwork[]
  /** Whether the data of each node is on a small disk of its own, which can be filled. */
  hasSmallDisks: boolean
  /** Whether the clock of each PostgreSQL can be set, see fake-clock.ts. */
  hasFakeClocks: boolean
}

/** Three nodes with one primary and a synchronous standby, as Patroni keeps them. */
export class DatabaseCluster {
  readonly nodes: DatabaseNode[]

  readonly #credentials: { username: string; password: string }

  private constructor(nodes: DatabaseNode[], { restapi }: PatroniSettings) {
    this.nodes = nodes
    this.#credentials = restapi.authentication ?? { username: '', password: '' }
  }

  static async start(options: ClusterOptions): Promise<DatabaseCluster> {
    const { directory, root, networks, hasSmallDisks, hasFakeClocks } = options
    const owner = await findPostgresUser()
    if (!owner) throw new Error('Run it as root: the servers have users of their own')
    await shareFolder(root, directory)
    const data = join(directory, 'data')
    await mkdir(data)
    await chown(data, owner.uid, owner.gid)
    const hosts =
      networks ?? Array.from({ length: NODE_COUNT }, () => ({ host: '127.0.0.1', prefix: [] }))
    const addresses: NodeAddresses[] = []
    for (const { host } of hosts) {
      addresses.push({
        rest: `${host}:${await findFreePort()}`,
        postgres: `${host}:${await findFreePort()}`,
        etcdClient: `${host}:${await findFreePort()}`,
        etcdPeer: `${host}:${await findFreePort()}`,
      })
    }
    const common = {
      addresses,
      directory,
      owner,
      authority: await createAuthority(directory),
      operator: networks ? BRIDGE_ADDRESS : '127.0.0.1',
      hasFakeClocks,
      root,
      patroniVersion: await readPatroniVersion(root),
      reference: await readPatroniSettings(),
    }
    const nodes: DatabaseNode[] = []
    for (const [index, { prefix }] of hosts.entries())
      nodes.push(
        await DatabaseNode.create({
          ...common,
          number: index + 1,
          prefix: [...prefix, ...root.prefix],
        }),
      )
    if (hasSmallDisks) for (const node of nodes) await mountSmallDisk(node.dataFolder, owner)
    const cluster = new DatabaseCluster(nodes, common.reference)
    for (const node of nodes) node.start()
    await waitUntil('the database has three nodes', () => cluster.isWhole(), START_TIMEOUT_MS)
    return cluster
  }

  async findPrimary(): Promise<DatabaseNode> {
    return this.#findNode(({ role }) => role === 'leader')
  }

  async findSynchronousStandby(): Promise<DatabaseNode> {
    return this.#findNode(({ role }) => role === 'sync_standby')
  }

  async #findNode(isWanted: (member: ClusterMember) => boolean): Promise<DatabaseNode> {
    const name = (await this.readMembers()).find(isWanted)?.name
    const node = this.nodes.find((each) => each.name === name)
    if (!node) throw new Error('No node has this role')
    return node
  }

  /** The members as a node that answers knows them; empty if none answers. */
  async readMembers(): Promise<ClusterMember[]> {
    const asked = this.nodes.map(async ({ addresses }) => {
      const signal = AbortSignal.timeout(STATE_TIMEOUT_MS)
      const reply = await fetch(`https://${addresses.rest}/cluster`, { signal })
      return ((await reply.json()) as { members: ClusterMember[] }).members
    })
    return Promise.any(asked).catch(() => [])
  }

  /** Whether all three nodes are on one timeline, one of them as synchronous standby. */
  async isWhole(): Promise<boolean> {
    const members = await this.readMembers()
    return (
      members.length === NODE_COUNT &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      new Set(members.map(({ timeline }) => timeline)).size === 1 &&
      members.some(({ role }) => role === 'leader') &&
      members.some(({ role }) => role === 'sync_standby')
    )
  }

  async waitUntilWhole(): Promise<void> {
    await waitUntil('the database has three nodes again', () => this.isWhole(), REJOIN_TIMEOUT_MS)
  }

  /** Moves the primary to another node, as an operator does before working on its machine. */
  async switchOver(): Promise<void> {
    const primary = await this.findPrimary()
    const { username, password } = this.#credentials
    const reply = await fetch(`https://${primary.addresses.rest}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
      body: JSON.stringify({ leader: primary.name }),
    })
    if (!reply.ok) throw new Error(`The switchover was refused: ${await reply.text()}`)
  }

  kill(): void {
    for (const node of this.nodes) node.signalMachine('SIGCONT')
    for (const node of this.nodes) node.killMachine()
    unmountSmallDisks()
  }
}

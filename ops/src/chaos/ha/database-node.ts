import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFakeClockBinaries } from './fake-clock.ts'
import { createNodeCertificates, type NodeCertificates } from './node-certificates.ts'
import type { ServerRoot } from './server-root.ts'
import { ProcessGroup, signalProcess } from './process-group.ts'
import {
  buildNodeSettings,
  needsEtcdV2,
  type NodePlace,
  type PatroniSettings,
} from './reference-settings.ts'

/** Where the parts of a node listen, as `host:port`. */
export interface NodeAddresses {
  rest: string
  postgres: string
  etcdClient: string
  etcdPeer: string
}

interface NodeDefinition {
  number: number
  addresses: NodeAddresses[]
  directory: string
  root: ServerRoot
  patroniVersion: string
  reference: PatroniSettings
  hasFakeClocks: boolean
  /** The folder of the authority that signs the certificates. */
  authority: string
  owner: { uid: number; gid: number }
  /** Who may write to Patroni besides the nodes. */
  operator: string
  /** A command before that of each server, for example one that enters a network namespace. */
  prefix: string[]
}

/** A machine of the database: etcd, Patroni and PostgreSQL. */
export class DatabaseNode {
  readonly name: string
  readonly addresses: NodeAddresses
  readonly etcd: ProcessGroup
  readonly patroni: ProcessGroup
  readonly dataFolder: string

  private constructor(
    definition: NodeDefinition,
    addresses: NodeAddresses,
    certificates: NodeCertificates,
  ) {
    const { number, directory, prefix } = definition
    this.name = `pg-${number}`
    this.addresses = addresses
    this.dataFolder = join(directory, 'data', this.name)
    this.etcd = new ProcessGroup({
      name: `etcd-${number}`,
      command: [...prefix, 'etcd'],
      directory,
      env: buildEtcdEnv(definition, addresses, certificates),
    })
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    this.patroni = new ProcessGroup({
      name: `patroni-${number}`,
      command: [...prefix, ...asPostgres, 'patroni', join(directory, `${this.name}.json`)],
      directory,
      env: { HOME: join(directory, 'data') },
    })
    // Patroni starts PostgreSQL in a session of its own.
    process.on('exit', () => this.signalPostgres('SIGKILL'))
  }

  static async create(definition: NodeDefinition): Promise<DatabaseNode> {
    const { number, addresses, directory, root, patroniVersion, reference } = definition
    const { hasFakeClocks } = definition
    const own = addresses[number - 1]
    if (!own) throw new Error(`There is no node ${number}`)
    const [host = ''] = own.rest.split(':')
    const { authority, owner, operator } = definition
    const names = { name: `pg-${number}`, host, owner }
    const certificates = await createNodeCertificates(authority, names)
    const node = new DatabaseNode(definition, own, certificates)
    const place: NodePlace = {
      name: node.name,
      restAddress: own.rest,
      postgresAddress: own.postgres,
      etcdAddresses: addresses.map(({ etcdClient }) => etcdClient),
      writers: [
        ...new Set([operator, ...addresses.map(({ rest }) => rest.split(':', 1)[0] ?? '')]),
      ],
      certificates,
      folder: join(directory, 'data'),
      binaries: hasFakeClocks
        ? await createFakeClockBinaries(directory, node.name, root)
        : root.binaries,
    }
    await mkdir(place.folder, { recursive: true })
    const settings = buildNodeSettings(reference, place, patroniVersion)
    // JSON is YAML.
    await writeFile(join(directory, `${node.name}.json`), JSON.stringify(settings, null, 2))
    return node
  }

  start(): void {
    if (!this.etcd.isRunning) this.etcd.start()
    if (!this.patroni.isRunning) this.patroni.start()
  }

  /** What a loss of power does. */
  killMachine(): void {
    this.signalMachine('SIGKILL')
  }

  /** Sends a signal to everything on the machine; Patroni first, so that it does not see PostgreSQL go. */
  signalMachine(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.patroni.signal(signal)
    this.etcd.signal(signal)
    this.signalPostgres(signal)
  }

  signalPostgres(signal: NodeJS.Signals): void {
    for (const pid of this.listPostgresProcesses()) signalProcess(pid, signal)
  }

  /** The postmaster and its children. */
  listPostgresProcesses(): number[] {
    const file = join(this.dataFolder, 'postmaster.pid')
    if (!existsSync(file)) return []
    const postmaster = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // The file outlives a killed server, and its number may be that of another process by now.
    if (!readCommandName(postmaster).startsWith('postgres')) return []
    const children = runPs(['-o', 'pid=', '--ppid', String(postmaster)])
    return [postmaster, ...children.split(/\s+/).filter(Boolean).map(Number)]
  }
}

function readCommandName(pid: number): string {
  return runPs(['-o', 'comm=', '-p', String(pid)]).trim()
}

/** The output of ps, which fails if there is no such process. */
function runPs(args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

function buildEtcdEnv(
  { number, addresses, directory, patroniVersion }: NodeDefinition,
  own: NodeAddresses,
  { ca, certificate, key }: NodeCertificates,
): Record<string, string> {
  const peers = addresses.map(({ etcdPeer }, index) => `pg-${index + 1}=https://${etcdPeer}`)
  // As in the reference etcd.env.
  const tls = {
    CERT_FILE: certificate,
    KEY_FILE: key,
    TRUSTED_CA_FILE: ca,
    CLIENT_CERT_AUTH: 'true',
  }
  const tlsEnv = Object.entries(tls).flatMap(([name, value]) => [
    [`ETCD_${name}`, value],
    [`ETCD_PEER_${name}`, value],
  ])
  return {
    ...(Object.fromEntries(tlsEnv) as Record<string, string>),
    ETCD_NAME: `pg-${number}`,
    ETCD_DATA_DIR: join(directory, `etcd-${number}`),
    ETCD_LISTEN_CLIENT_URLS: `https://${own.etcdClient}`,
    ETCD_ADVERTISE_CLIENT_URLS: `https://${own.etcdClient}`,
    ETCD_LISTEN_PEER_URLS: `https://${own.etcdPeer}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `https://${own.etcdPeer}`,
    ETCD_INITIAL_CLUSTER: peers.join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'dolph',
    ...(needsEtcdV2(patroniVersion) && { ETCD_ENABLE_V2: 'true' }),
  }
}

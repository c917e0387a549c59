import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { NodeCertificates } from './node-certificates.ts'

const FOLDER = new URL('../../../../deploy/high-availability/', import.meta.url)
/** Patroni below this version writes the leader's key under `etcd3` without looking who holds it. */
const FIRST_SAFE_ETCD3_VERSION = [3, 0, 3]
/** As YAML reads them: `on` without quotes is a text, `true` is not. */
const SAFE_COMMITS = ['on', 'true', 'remote_apply']

interface Address {
  listen: string
  connect_address: string
}

/** The parts of `patroni.yml` that are checked or replaced here; the rest is passed on. */
export interface PatroniSettings {
  name: string
  restapi: Address & {
    authentication?: { username: string; password: string }
    allowlist?: string[]
    certfile?: string
    keyfile?: string
    cafile?: string
  }
  etcd?: { hosts: string[] }
  etcd3?: { hosts: string[]; protocol?: string; cacert?: string; cert?: string; key?: string }
  bootstrap: {
    dcs: {
      synchronous_mode: boolean
      postgresql: { parameters: Record<string, unknown>; [setting: string]: unknown }
      [setting: string]: unknown
    }
  }
  postgresql: Address & {
    data_dir: string
    bin_dir: string
    authentication: Record<string, { username: string; password?: string }>
    pg_hba: string[]
    parameters: Record<string, string>
  }
  watchdog?: { mode: string; device?: string }
}

/**
 * What differs between the reference and a node of the chaos run, which has no other machine, no backup and no watchdog: that would reset the
 * machine of the run when Patroni is killed.
 */
export interface NodePlace {
  name: string
  restAddress: string
  postgresAddress: string
  etcdAddresses: string[]
  /** Who may write to Patroni: the nodes, and this process. */
  writers: string[]
  certificates: NodeCertificates
  folder: string
  binaries: string
}

export async function readReferenceFile(name: string): Promise<string> {
  return readFile(new URL(name, FOLDER), 'utf8')
}

export function getReferencePath(name: string): string {
  return new URL(name, FOLDER).pathname
}

export async function readPatroniSettings(): Promise<PatroniSettings> {
  return parse(await readReferenceFile('patroni.yml')) as PatroniSettings
}

/** Whether this version of Patroni must use the older interface of etcd. */
export function needsEtcdV2(patroniVersion: string): boolean {
  return compareVersions(patroniVersion.split('.').map(Number), FIRST_SAFE_ETCD3_VERSION) < 0
}

function compareVersions(a: number[], b: number[]): number {
  const differing = b.findIndex((part, index) => (a[index] ?? 0) !== part)
  return differing === -1 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}

/** Lists the settings with which a failover can lose acknowledged data. */
export function findUnsafeSettings(settings: PatroniSettings, patroniVersion: string): string[] {
  const faults: string[] = []
  if (settings.etcd3 && needsEtcdV2(patroniVersion))
    faults.push(
      `Patroni ${patroniVersion} overwrites the leader's key under 'etcd3': use 3.0.3 or newer, or 'etcd'`,
    )
  const { dcs } = settings.bootstrap
  if (!dcs.synchronous_mode)
    faults.push(`'synchronous_mode' is off: a failover loses what no standby has yet`)
  for (const { synchronous_commit: commit } of [
    dcs.postgresql.parameters,
    settings.postgresql.parameters,
  ]) {
    const value = JSON.stringify(commit ?? 'on').replaceAll('"', '')
    if (!SAFE_COMMITS.includes(value))
      faults.push(
        `'synchronous_commit' is '${value}': a commit is acknowledged before a second machine has it on disk`,
      )
  }
  return faults
}

/** The settings of one node of the chaos run. Throws if they are unsafe. */
export function buildNodeSettings(
  reference: PatroniSettings,
  place: NodePlace,
  patroniVersion: string,
): PatroniSettings {
  const { etcd3, watchdog: _watchdog, ...common } = reference
  const { restAddress, postgresAddress, certificates } = place
  const interfaceOfEtcd = etcd3 && needsEtcdV2(patroniVersion) ? 'etcd' : 'etcd3'
  const settings = {
    ...common,
    name: place.name,
    restapi: {
      ...common.restapi,
      listen: restAddress,
      connect_address: restAddress,
      allowlist: place.writers,
      certfile: certificates.certificate,
      keyfile: certificates.key,
      cafile: certificates.ca,
    },
    [interfaceOfEtcd]: {
      ...etcd3,
      hosts: place.etcdAddresses,
      cacert: certificates.ca,
      cert: certificates.certificate,
      key: certificates.key,
    },
    bootstrap: replaceArchiveCommand(common.bootstrap),
    postgresql: {
      ...common.postgresql,
      listen: postgresAddress,
      connect_address: postgresAddress,
      data_dir: `${place.folder}/${place.name}`,
      bin_dir: place.binaries,
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      pg_hba: [
        'local all all trust',
        'hostssl all all samenet trust',
        'hostssl replication all samenet trust',
      ],
      parameters: {
        ...common.postgresql.parameters,
        unix_socket_directories: place.folder,
        ssl_cert_file: certificates.certificate,
        ssl_key_file: certificates.key,
      },
    },
  }
  const faults = findUnsafeSettings(settings, patroniVersion)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return settings
}

/** There is no repository of backups: each segment counts as archived, or the WAL would fill the disk. */
function replaceArchiveCommand({ dcs, ...bootstrap }: PatroniSettings['bootstrap']) {
  const { postgresql } = dcs
  const parameters = { ...postgresql.parameters, archive_command: '/bin/true' }
  return { ...bootstrap, dcs: { ...dcs, postgresql: { ...postgresql, parameters } } }
}

/** Replaces each text by another. Throws if one of them does not occur, because the run would then differ from the reference unnoticed. */
export function replaceTexts(text: string, replacements: Record<string, string>): string {
  let result = text
  for (const [from, to] of Object.entries(replacements)) {
    if (!result.includes(from)) throw new Error(`The reference has no '${from}'`)
    result = result.replaceAll(from, to)
  }
  return result
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { printLine } from '@dolph/bench/print-line'
import { needsEtcdV2 } from './reference-settings.ts'
import type { ServerRoot } from './server-root.ts'

const runCommand = promisify(execFile)
const PACKAGES_BY_COMMAND = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  faketime: 'faketime',
  iptables: 'iptables',
  ip: 'iproute2',
  debootstrap: 'debootstrap',
}

/** Installs the servers of the run from Debian's packages where they are missing, and starts none of them. */
export async function installServers(): Promise<void> {
  const missing: string[] = []
  for (const [command, debianPackage] of Object.entries(PACKAGES_BY_COMMAND)) {
    if (!(await hasCommand(command))) missing.push(debianPackage)
  }
  if (missing.length === 0) return
  printLine(`installing ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    env,
  })
}

async function hasCommand(command: string): Promise<boolean> {
  return runCommand('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  )
}

export async function readPatroniVersion({ prefix }: ServerRoot): Promise<string> {
  return readVersion([...prefix, 'patroni', '--version'])
}

/** Which versions run, in one line: those that the guide asks for may be newer than those of this machine's packages. */
export async function describeVersions(root: ServerRoot): Promise<string> {
  const [postgres, etcd, haproxy] = await Promise.all([
    readVersion([...root.prefix, join(root.binaries, 'postgres'), '--version']),
    readVersion([...root.prefix, 'etcd', '--version']),
    readVersion(['haproxy', '-v']),
  ])
  const patroni = await readPatroniVersion(root)
  const etcdInterface = needsEtcdV2(patroni) ? 'etcd' : 'etcd3'
  return `PostgreSQL ${postgres}, Patroni ${patroni} by '${etcdInterface}', etcd ${etcd}, HAProxy ${haproxy}`
}

async function readVersion([command = '', ...args]: string[]): Promise<string> {
  const { stdout } = await runCommand(command, args)
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'of an unknown version'
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { printLine } from '@dolph/bench/print-line'

const runCommand = promisify(execFile)
const PACKAGES_BY_COMMAND = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  faketime: 'faketime',
  iptables: 'iptables',
  ip: 'iproute2',
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

export async function readPatroniVersion(): Promise<string> {
  const { stdout } = await runCommand('patroni', ['--version'])
  return stdout.trim().split(' ').at(-1) ?? ''
}

import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)
const IP_COMMAND = 'ip'
/** A range for documentation and tests of networks, which no other network uses. */
const SUBNET = '198.18.77'
const BRIDGE = 'dolph-ha'
/** Of this process, as the nodes see it. */
export const BRIDGE_ADDRESS = `${SUBNET}.1`
const NODE_COUNT = 3

export interface NodeNetwork {
  host: string
  /** The command that runs a program in this network. */
  prefix: string[]
}

/**
 * Gives each database node a network of its own, joined by a bridge that only this machine reaches, so that a cable can be cut. Returns
 * undefined where the system does not allow it.
 */
export async function createNodeNetworks(): Promise<NodeNetwork[] | undefined> {
  removeNodeNetworks()
  process.on('exit', removeNodeNetworks)
  try {
    await runCommand(IP_COMMAND, ['link', 'add', BRIDGE, 'type', 'bridge'])
    await runCommand(IP_COMMAND, ['address', 'add', `${BRIDGE_ADDRESS}/24`, 'dev', BRIDGE])
    await runCommand(IP_COMMAND, ['link', 'set', BRIDGE, 'up'])
    const networks: NodeNetwork[] = []
    for (let number = 1; number <= NODE_COUNT; number += 1) networks.push(await addNetwork(number))
    return networks
  } catch {
    removeNodeNetworks()
    return undefined
  }
}

async function addNetwork(number: number): Promise<NodeNetwork> {
  const namespace = getNamespace(number)
  const [outer, inner] = [`${namespace}-o`, `${namespace}-i`]
  const host = `${SUBNET}.${10 + number}`
  await runCommand(IP_COMMAND, ['netns', 'add', namespace])
  await runCommand(IP_COMMAND, ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner])
  await runCommand(IP_COMMAND, ['link', 'set', inner, 'netns', namespace])
  await runCommand(IP_COMMAND, ['link', 'set', outer, 'master', BRIDGE, 'up'])
  await runInside(namespace, ['ip', 'address', 'add', `${host}/24`, 'dev', inner])
  await runInside(namespace, ['ip', 'link', 'set', inner, 'up'])
  await runInside(namespace, ['ip', 'link', 'set', 'lo', 'up'])
  return { host, prefix: [IP_COMMAND, 'netns', 'exec', namespace] }
}

/** Drops everything between a node and other hosts, by default all of them. The node still reaches itself. */
export async function cutNode(number: number, hosts: string[] = [`${SUBNET}.0/24`]): Promise<void> {
  for (const host of hosts) {
    for (const rule of [
      ['INPUT', '!', '-i', 'lo', '-s', host],
      ['OUTPUT', '!', '-o', 'lo', '-d', host],
    ])
      await runInside(getNamespace(number), ['iptables', '-A', ...rule, '-j', 'DROP'])
  }
}

export async function reconnectNode(number: number): Promise<void> {
  await runInside(getNamespace(number), ['iptables', '-F'])
}

function getNamespace(number: number): string {
  return `dolph-pg-${number}`
}

async function runInside(namespace: string, command: string[]): Promise<void> {
  await runCommand(IP_COMMAND, ['netns', 'exec', namespace, ...command])
}

/** Runs a command on the machine of a node and returns whether it succeeded in time. */
export async function tryOnNode(
  number: number,
  command: string[],
  timeoutMs: number,
): Promise<boolean> {
  const args = ['netns', 'exec', getNamespace(number), ...command]
  return runCommand(IP_COMMAND, args, { timeout: timeoutMs, killSignal: 'SIGKILL' }).then(
    () => true,
    () => false,
  )
}

function removeNodeNetworks(): void {
  for (let number = 1; number <= NODE_COUNT; number += 1)
    runQuietly(['netns', 'delete', getNamespace(number)])
  runQuietly(['link', 'delete', BRIDGE])
}

/** There is nothing to remove at the start of the first run. */
function runQuietly(args: string[]): void {
  try {
    execFileSync(IP_COMMAND, args, { stdio: 'ignore' })
  } catch {}
}

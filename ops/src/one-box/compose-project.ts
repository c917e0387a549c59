import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { parse } from 'yaml'
import { openLogFile } from '../chaos/services.ts'
import { waitUntil } from '../chaos/wait-until.ts'
import { CONTAINER_ENV, runPodman } from '../image/containers.ts'
import { OUTSIDE_ADDRESS } from './outside-services.ts'

const runCommand = promisify(execFile)
const COMPOSE = 'docker-compose'
const PODMAN = 'podman'
interface ComposeFile {
  networks: { edge: { ipam: { config: [{ subnet: string }] } } }
}

/** In the Dockerfile of the one box's PostgreSQL. */
export const VERSION_PATTERN = /^ARG POSTGRES=(\S+)$/m
const EDGE_NETWORK = 'dolph_edge'
const PROGRAM_SERVICES = ['migrate', 'api-1', 'api-2', 'worker', 'backup-files', 'backup-bucket']

/** A copy of `deploy/one-box` in a folder of its own, with podman in the place of Docker. */
export async function openComposeProject() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-one-box-'))
  await cp(join(REPOSITORY, 'deploy/one-box'), folder, { recursive: true })
  await writeFile(
    join(folder, 'compose.override.yaml'),
    JSON.stringify(await buildOverride(folder)),
  )

  const socket = join(folder, 'podman.sock')
  const env = { ...process.env, ...CONTAINER_ENV, COMPOSE, DOCKER_HOST: `unix://${socket}` }
  const podman = spawn(PODMAN, ['system', 'service', '--time', '0', `unix://${socket}`], {
    ...openLogFile(folder, 'podman.log'),
    env,
  })
  process.on('exit', () => podman.kill())
  await waitUntil('podman answers', () => isListening(socket))

  async function run(command: string, ...args: string[]): Promise<string> {
    const { stdout } = await runCommand(command, args, { cwd: folder, env, maxBuffer: 1e8 })
    return stdout
  }
  return {
    folder,
    /** Runs a script of the folder and returns what it printed. */
    run,
    /** Makes the folder that of a release with this version of PostgreSQL. Returns the version that it had. */
    async usePostgres(version: string): Promise<string> {
      const file = join(folder, 'postgres/Dockerfile')
      const text = await readFile(file, 'utf8')
      await writeFile(file, text.replace(VERSION_PATTERN, `ARG POSTGRES=${version}`))
      return VERSION_PATTERN.exec(text)?.[1] ?? ''
    },
    compose: (...args: string[]) => run(COMPOSE, '--project-name', 'dolph', ...args),
    async [Symbol.asyncDispose]() {
      await run(COMPOSE, '--project-name', 'dolph', 'down', '--volumes', '--timeout', '5')
      await runPodman('network', 'rm', '--force', EDGE_NETWORK)
      podman.kill()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * What differs on this machine: where the services of other machines are, and that a network with a subnet is made beforehand, because Debian's
 * compose fails on one that podman has made for it.
 */
async function buildOverride(folder: string): Promise<object> {
  const { networks } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8')) as ComposeFile
  const [{ subnet }] = networks.edge.ipam.config
  // An earlier drill that was killed left its network behind.
  const isThere = await runPodman('network', 'exists', EDGE_NETWORK).then(
    () => true,
    () => false,
  )
  if (!isThere) await runPodman('network', 'create', '--subnet', subnet, EDGE_NETWORK)
  const hosts = { extra_hosts: ['mail', 'storage'].map((name) => `${name}:${OUTSIDE_ADDRESS}`) }
  return {
    services: Object.fromEntries(PROGRAM_SERVICES.map((name) => [name, hosts])),
    networks: { edge: { name: EDGE_NETWORK, external: true } },
  }
}

async function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

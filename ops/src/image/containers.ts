import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'

const runCommand = promisify(execFile)
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const PACKAGES_BY_COMMAND = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  podman: 'podman',
  runc: 'runc',
  iptables: 'iptables',
  // Networks of containers and the names in them.
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
}
const INSTALL_SCRIPT = join(REPOSITORY, 'deploy/watch/install-tools')
/** Images and containers of the checks, apart from those of the machine. */
const FOLDER = join(REPOSITORY, 'node_modules/.cache/containers')

/** Tells buildah and podman where the images and containers of the checks are. */
export const CONTAINER_ENV = {
  CONTAINERS_CONF: join(FOLDER, 'containers.conf'),
  CONTAINERS_STORAGE_CONF: join(FOLDER, 'storage.conf'),
  BUILDAH_ISOLATION: 'chroot',
}

/** Installs buildah, podman and further packages of Debian where they are missing, and sets them up for this machine. */
export async function prepareContainers(...others: string[]): Promise<void> {
  const missing: string[] = []
  for (const command of others) if (!(await hasCommand(command))) missing.push(command)
  for (const [command, debianPackage] of Object.entries(PACKAGES_BY_COMMAND)) {
    if (!(await hasCommand(command))) missing.push(debianPackage)
  }
  if (missing.length > 0) {
    printLine(`installing ${missing.join(', ')}`)
    await runCommand('bash', [INSTALL_SCRIPT, ...missing])
  }
  await mkdir(FOLDER, { recursive: true })
  const { stdout } = await runCommand('sh', ['-c', 'ulimit -Hn'])
  const openFiles = stdout.trim() === 'unlimited' ? 65_536 : Number(stdout)
  // runc works with every layout of cgroups; podman's own limits may be above those of this machine, which a container cannot raise.
  await writeFile(
    CONTAINER_ENV.CONTAINERS_CONF,
    `[containers]
default_ulimits = ["nofile=${openFiles}:${openFiles}", "nproc=4096:4096"]
log_driver = "k8s-file"
[network]
network_backend = "netavark"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`,
  )
  await writeFile(
    CONTAINER_ENV.CONTAINERS_STORAGE_CONF,
    `[storage]
driver = "overlay"
graphroot = "${FOLDER}/storage"
runroot = "${FOLDER}/run"
`,
  )
}

async function hasCommand(command: string): Promise<boolean> {
  return runCommand('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  )
}

/** Runs a program on the images and containers of the checks, and returns what it printed. */
export async function runContainerTool(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await runCommand(command, args, {
    env: { ...process.env, ...CONTAINER_ENV, ...env },
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  return stdout.trim()
}

/** Builds an image from those that are there, with the network of the machine. */
export async function runImageBuild(args: string[]): Promise<void> {
  const options = ['--layers', '--pull-never', '--network', 'host', '--format', 'docker']
  await runContainerTool('buildah', ['bud', ...options, ...args])
}

export async function runPodman(...args: string[]): Promise<string> {
  return runContainerTool('podman', args)
}

export async function hasImage(tag: string): Promise<boolean> {
  return runContainerTool('buildah', ['images', '--quiet', tag]).then(
    () => true,
    () => false,
  )
}

/** Of the cache of builds, with the images themselves, in megabytes. */
const CACHE_MB_MAX = 6_000

/** Which layers of earlier builds go: those that nothing has used for a week or, if the cache is too large, all but those of named images. */
export function choosePruneArgs(cacheMb: number): string[] {
  const filter = cacheMb > CACHE_MB_MAX ? [] : ['--filter', 'until=168h']
  return ['image', 'prune', '--force', ...filter]
}

/** Without this the cache grows by gigabytes with each change of the lockfile. */
export async function pruneCache(): Promise<void> {
  const { stdout } = await runCommand('du', ['-sm', '--one-file-system', FOLDER])
  await runPodman(...choosePruneArgs(Number.parseInt(stdout, 10)))
}

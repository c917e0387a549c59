import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { hasImage, runContainerTool, runImageBuild } from './containers.ts'

const DOCKERFILE = 'deploy/Dockerfile'
const BASE_PATTERN = /^FROM (?<base>\S+:\S+)/m

/** Has the base of the Dockerfile at hand: pulled, or made on this machine where no registry answers. Returns its tag. */
export async function provideBase(): Promise<string> {
  const text = await readFile(join(REPOSITORY, DOCKERFILE), 'utf8')
  const tag = `docker.io/library/${BASE_PATTERN.exec(text)?.groups?.['base']}`
  if (await hasImage(tag)) return tag
  try {
    await runContainerTool('buildah', ['pull', '--quiet', tag])
  } catch {
    printLine(
      `${tag} cannot be pulled; a stand-in is made with debootstrap and this project's Node`,
    )
    await runContainerTool('bash', [join(REPOSITORY, 'deploy/image/make-base'), tag])
  }
  return tag
}

/** Copies what git knows or would add, so that nothing else on this machine gets into the image. */
export async function copyRepository(folder: string): Promise<void> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = await promisify(execFile)('git', args, {
    cwd: REPOSITORY,
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    // A file that was deleted and not committed yet is still listed.
    await cp(join(REPOSITORY, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** Changes a line of the API and of the web app, as a developer does between two builds. */
export async function changeCode(folder: string): Promise<void> {
  for (const file of ['api/src/dolph.ts', 'web/src/main.tsx']) {
    await appendFile(join(folder, file), "\nglobalThis.name = 'changed'\n")
  }
}

interface Build {
  context: string
  tag: string
  release: string
  /** Whether layers of earlier builds are used. */
  isCached: boolean
}

/** Builds the Dockerfile of the repository and returns how many seconds it took. */
export async function buildImage({ context, tag, release, isCached }: Build): Promise<number> {
  const startedAt = performance.now()
  await runImageBuild([
    ...(isCached ? [] : ['--no-cache']),
    '--build-arg',
    `RELEASE=${release}`,
    '--file',
    join(context, DOCKERFILE),
    '--tag',
    tag,
    context,
  ])
  return (performance.now() - startedAt) / 1000
}

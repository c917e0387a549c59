import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { buildImage, changeCode, copyRepository, provideBase } from '../image/build-image.ts'
import { hasImage, runContainerTool, runImageBuild, runPodman } from '../image/containers.ts'

const STAND_IN_FOLDER = import.meta.dirname
const POSTGRES_FOLDER = join(REPOSITORY, 'deploy/one-box/postgres')
export const PROGRAM_IMAGE = 'localhost/dolph'
/** Releases to install and to upgrade to, as tags of the program's image. */
export const RELEASES = { first: 'check', second: 'check-changed' }

/** Has all images of the one-box installation at hand, those of the program as the code is now. */
export async function provideImages(): Promise<void> {
  await provideBase()
  await buildProgram()
  await provideServiceImages()
  await buildWithHostNetwork('localhost/dolph-postgres:17', join(POSTGRES_FOLDER, 'Dockerfile'))
}

async function buildProgram(): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'dolph-one-box-'))
  await copyRepository(context)
  for (const release of [RELEASES.first, RELEASES.second]) {
    printLine(`building release ${release}`)
    await buildImage({ context, tag: `${PROGRAM_IMAGE}:${release}`, release, isCached: true })
    await changeCode(context)
  }
  await rm(context, { recursive: true })
}

/** The images of PostgreSQL, Redis and Caddy that the files of the one box name. Its storage is not used here. */
async function readServiceImages(): Promise<string[]> {
  const compose = await readFile(join(POSTGRES_FOLDER, '../compose.yaml'), 'utf8')
  const base = await readFile(join(POSTGRES_FOLDER, 'Dockerfile'), 'utf8')
  const tags = [
    /^FROM (\S+)$/m.exec(base),
    ...compose.matchAll(/^ +image: ((?:redis|caddy):\S+)$/gm),
  ]
  return tags.map((match) => `docker.io/library/${match?.[1]}`)
}

async function provideServiceImages(): Promise<void> {
  const [first = '', ...others] = await readServiceImages()
  for (const tag of [first, ...others]) {
    if (await hasImage(tag)) continue
    try {
      await runContainerTool('buildah', ['pull', '--quiet', tag])
    } catch {
      printLine(`${tag} cannot be pulled; Debian's packages stand in`)
      await buildWithHostNetwork(first, join(STAND_IN_FOLDER, 'services.Dockerfile'))
      for (const other of others) await runPodman('tag', first, other)
      return
    }
  }
}

async function buildWithHostNetwork(tag: string, dockerfile: string): Promise<void> {
  await runImageBuild(['--file', dockerfile, '--tag', tag, join(dockerfile, '..')])
}

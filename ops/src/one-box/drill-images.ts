import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { buildImage, changeCode, copyRepository, provideBase } from '../image/build-image.ts'
import { hasImage, pruneCache, runContainerTool, runImageBuild } from '../image/containers.ts'
import { VERSION_PATTERN } from './compose-project.ts'

const STAND_IN_FOLDER = import.meta.dirname
const POSTGRES_FOLDER = join(REPOSITORY, 'deploy/one-box/postgres')
export const PROGRAM_IMAGE = 'localhost/dolph'
/** Releases to install and to upgrade to, as tags of the program's image. */
export const RELEASES = { first: 'check', second: 'check-changed' }
/** From which the drill upgrades to the version of the files. */
export const OLD_POSTGRES = '15.14'
/** The releases of Debian whose packages stand in for a major version of PostgreSQL. */
const DEBIAN_BY_POSTGRES: Record<string, string> = { 15: 'bookworm', 17: 'trixie' }
const DEBIAN_BASE = 'localhost/dolph-debian'

/** Has all images of the one-box installation at hand, those of the program as the code is now. */
export async function provideImages(): Promise<void> {
  await provideBase()
  await buildProgram()
  const dockerfile = join(POSTGRES_FOLDER, 'Dockerfile')
  const shipped = VERSION_PATTERN.exec(await readFile(dockerfile, 'utf8'))?.[1] ?? ''
  const versions = [OLD_POSTGRES, shipped]
  await provideServiceImages(versions)
  for (const version of versions) {
    const args = ['--build-arg', `POSTGRES=${version}`]
    await buildWithHostNetwork(`localhost/dolph-postgres:${version}`, dockerfile, args)
  }
  await pruneCache()
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

/** The images of Redis and Caddy that the files of the one box name. Its storage is not used here. */
async function readServiceImages(): Promise<string[]> {
  const compose = await readFile(join(POSTGRES_FOLDER, '../compose.yaml'), 'utf8')
  const tags = [...compose.matchAll(/^ +image: ((?:redis|caddy):\S+)$/gm)]
  return tags.map(([, name]) => `docker.io/library/${name}`)
}

async function provideServiceImages(postgresVersions: string[]): Promise<void> {
  const postgres = postgresVersions.map((version) => ({
    tag: `docker.io/library/postgres:${version}-bookworm`,
    debian: DEBIAN_BY_POSTGRES[version.split('.', 1)[0] ?? ''] ?? '',
  }))
  const others = (await readServiceImages()).map((tag) => ({ tag, debian: 'bookworm' }))
  for (const { tag, debian } of [...postgres, ...others]) {
    if (await hasImage(tag)) continue
    try {
      await runContainerTool('buildah', ['pull', '--quiet', tag])
    } catch {
      printLine(`${tag} cannot be pulled; packages of Debian's ${debian} stand in`)
      await buildStandIn(tag, debian)
    }
  }
}

async function buildStandIn(tag: string, debian: string): Promise<void> {
  const base = `${DEBIAN_BASE}:${debian}`
  if (!(await hasImage(base)))
    await runContainerTool('bash', [join(STAND_IN_FOLDER, 'make-debian'), debian, base])
  const args = ['--build-arg', `BASE=${base}`]
  await buildWithHostNetwork(tag, join(STAND_IN_FOLDER, 'services.Dockerfile'), args)
}

async function buildWithHostNetwork(
  tag: string,
  dockerfile: string,
  args: string[],
): Promise<void> {
  await runImageBuild([...args, '--file', dockerfile, '--tag', tag, join(dockerfile, '..')])
}

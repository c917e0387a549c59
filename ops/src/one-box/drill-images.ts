import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { buildImage, changeCode, copyRepository, provideBase } from '../image/build-image.ts'
import { hasImage, runContainerTool, runPodman } from '../image/containers.ts'

const SERVICE_IMAGES = ['postgres:17', 'redis:7', 'caddy:2'].map(
  (tag) => `docker.io/library/${tag}`,
)
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

async function provideServiceImages(): Promise<void> {
  for (const tag of SERVICE_IMAGES) {
    if (await hasImage(tag)) continue
    try {
      await runContainerTool('buildah', ['pull', '--quiet', tag])
    } catch {
      printLine(`${tag} cannot be pulled; Debian's packages stand in`)
      await buildWithHostNetwork(
        SERVICE_IMAGES[0] ?? '',
        join(STAND_IN_FOLDER, 'services.Dockerfile'),
      )
      for (const other of SERVICE_IMAGES.slice(1))
        await runPodman('tag', SERVICE_IMAGES[0] ?? '', other)
      return
    }
  }
}

async function buildWithHostNetwork(tag: string, dockerfile: string): Promise<void> {
  await runContainerTool('buildah', [
    ...['bud', '--layers', '--pull-never', '--network', 'host', '--format', 'docker'],
    ...['--file', dockerfile, '--tag', tag, join(dockerfile, '..')],
  ])
}

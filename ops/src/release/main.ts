import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { buildImage, copyRepository, provideBase } from '../image/build-image.ts'
import { prepareContainers, pruneCache, runPodman } from '../image/containers.ts'
import { findNotes, formatChecksums, writeOneBoxFolder } from './release-files.ts'

const runCommand = promisify(execFile)
const OUTPUT = join(REPOSITORY, 'artifacts/release')
const SBOM_IN_IMAGE = '/dolph/sbom.cdx.json'

/** Builds everything that is published with a release, into one folder: the image, the files of the one box, notes, SBOM and checksums. */
const { version } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
  version: string
}
const changelog = await readFile(join(REPOSITORY, 'CHANGELOG.md'), 'utf8')
await rm(OUTPUT, { recursive: true, force: true })
await mkdir(OUTPUT, { recursive: true })
await writeFile(join(OUTPUT, 'NOTES.md'), findNotes(changelog, version))

const name = `dolph-${version}`
await writeOneBoxFolder(join(OUTPUT, name), version)
await runCommand('tar', ['--create', '--gzip', '--file', `${name}.tar.gz`, name], { cwd: OUTPUT })
await rm(join(OUTPUT, name), { recursive: true })

await prepareContainers()
await provideBase()
const context = await mkdtemp(join(tmpdir(), 'dolph-release-'))
await copyRepository(context)
// The name that the compose file of the one box asks for.
const image = `docker.io/library/dolph:${version}`
const seconds = await buildImage({ context, tag: image, release: version, isCached: true })
await rm(context, { recursive: true })
printLine(`built the image in ${seconds.toFixed(0)} s`)
const archive = join(OUTPUT, `${name}-image.tar`)
await runPodman('save', '--format', 'docker-archive', '--output', archive, image)
await runCommand('gzip', [archive])
const folder = await runPodman('image', 'mount', image)
await writeFile(join(OUTPUT, 'sbom.cdx.json'), await readFile(join(folder, SBOM_IN_IMAGE)))
await runPodman('image', 'unmount', image)
await pruneCache()

const files = [`${name}.tar.gz`, `${name}-image.tar.gz`, 'sbom.cdx.json', 'NOTES.md']
await writeFile(join(OUTPUT, 'SHA256SUMS'), await formatChecksums(OUTPUT, files))
printLine(`release=${version} files=${files.length + 1} folder=artifacts/release`)

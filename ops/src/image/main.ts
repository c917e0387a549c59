import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printLine } from '@dolph/bench/print-line'
import { buildImage, changeCode, copyRepository, provideBase } from './build-image.ts'
import { prepareContainers, pruneCache, runPodman } from './containers.ts'
import { findContentFaults } from './image-contents.ts'
import { runRoles } from './run-roles.ts'

const IMAGE = 'localhost/dolph:check'
const CHANGED_IMAGE = 'localhost/dolph:check-changed'
const FAULTS_SHOWN_MAX = 20

/** The goals of an image, in MB and seconds. Times depend on what else the machine does, so only a size above its goal fails the check. */
const GOALS = { size: 330, layer: 110, ready: 2.5, rest: 200, build: 240, rebuild: 60 }
const SIZES = ['size', 'layer', 'rest']

// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await checkImage()) ? 0 : 1)

/** Builds the image, checks what is in it, builds it again after a change of code, and runs it in both roles. */
async function checkImage(): Promise<boolean> {
  await prepareContainers()
  const base = await provideBase()
  const context = await mkdtemp(join(tmpdir(), 'dolph-image-'))
  await copyRepository(context)
  const build = await buildImage({ context, tag: IMAGE, release: 'check', isCached: false })
  printLine(`built in ${build.toFixed(0)} s`)
  await changeCode(context)
  const rebuild = await buildImage({
    context,
    tag: CHANGED_IMAGE,
    release: 'check-changed',
    isCached: true,
  })
  printLine(`built again after a change of code in ${rebuild.toFixed(0)} s`)
  await rm(context, { recursive: true })

  const size = await readImageMb(IMAGE)
  const layer = size - (await readImageMb(base))
  const faults = await findContentFaults(await runPodman('image', 'mount', IMAGE))
  await runPodman('image', 'unmount', IMAGE)
  const { api, worker, zombies, faults: roleFaults } = await runRoles(IMAGE)
  faults.push(...roleFaults)

  const ready = Math.max(api.readySeconds, worker.readySeconds)
  const rest = Math.max(api.restMb, worker.restMb)
  const figures = { size, layer, ready, rest, build, rebuild }
  for (const fault of faults.slice(0, FAULTS_SHOWN_MAX)) printLine(fault)
  const missed = Object.entries(GOALS).filter(
    ([name, goal]) => figures[name as keyof typeof GOALS] > goal,
  )
  for (const [name, goal] of missed) printLine(`missed: ${name} should be at most ${goal}`)
  const formatted = Object.entries(figures).map(
    ([name, value]) => `${name}=${value.toFixed(name === 'ready' ? 1 : 0)}${toUnit(name)}`,
  )
  const [sizeText, ...others] = formatted
  printLine(`${sizeText} zombies=${zombies} faults=${faults.length} ${others.join(' ')}`)
  await pruneCache()
  return faults.length === 0 && !missed.some(([name]) => SIZES.includes(name))
}

function toUnit(name: string): string {
  return SIZES.includes(name) ? 'MB' : 's'
}

async function readImageMb(image: string): Promise<number> {
  return Number(await runPodman('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { printLine } from './print-line.ts'

const ENTRY = new URL('main.ts', import.meta.url).pathname
const SUMMARY_PATTERN = /^\S+=\S+( \S+=\S+)*$/

/**
 * Runs one benchmark after the other, each in a process of its own, and ends with one line of all figures, so that two runs can be compared.
 * A benchmark that runs a second time is numbered: the database is another one then. One that fails is named and the others still run.
 */
export async function runAll(
  names: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const figures: string[] = []
  for (const [index, name] of names.entries()) {
    const nth = names.slice(0, index).filter((earlier) => earlier === name).length + 1
    const title = nth === 1 ? name : `${name}-${nth}`
    printLine(`\n${title}`)
    const summaries = await runBenchmark(name, env)
    const ofBenchmark = summaries.flatMap((line) => line.split(' '))
    figures.push(
      ...(ofBenchmark.length > 0 ? ofBenchmark : ['failed=1']).map(
        (figure) => `${title}:${figure}`,
      ),
    )
  }
  printLine(`\n${figures.join(' ')}`)
  if (figures.some((figure) => figure.endsWith(':failed=1'))) process.exitCode = 1
}

/** Returns the lines of figures; none if it fails. */
async function runBenchmark(name: string, env: Record<string, string>): Promise<string[]> {
  const benchmark = spawn(process.execPath, [ENTRY, name], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(benchmark, 'exit')
  const stop = () => benchmark.kill()
  process.once('exit', stop)
  const lines: string[] = []
  for await (const line of createInterface({ input: benchmark.stdout })) {
    printLine(line)
    if (SUMMARY_PATTERN.test(line)) lines.push(line)
  }
  const [code] = (await ended) as [number | null]
  process.off('exit', stop)
  return code === 0 ? lines : []
}

import { printLine } from '@dolph/bench/print-line'
import { PLACES, startCommandStack, type Place } from './command-stack.ts'
import { findCommandFaults } from './find-command-faults.ts'
import { findReason } from './listed-commands.ts'
import { readLines, type DocumentedLine } from './read-commands.ts'
import { fillPlaceholders } from './fill-placeholders.ts'

const RUNBOOKS = 'docs/operations/runbooks/'
/** Commands that only the folder of the one box has. */
const BOX_COMMANDS = /^dolph (?:doctor|test-mail|admin-link|dump|enter)\b/

// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await checkCommands()) ? 0 : 1)

/**
 * Looks whether everything that the commands of the guides and runbooks name exists, and runs each that can run here, in the places it is
 * written for. The others are listed with the reason.
 */
async function checkCommands(): Promise<boolean> {
  const lines = readLines()
  const faults = lines.flatMap((line) =>
    line.commands.flatMap((command) =>
      findCommandFaults(command).map((fault) => `${line.file}:${command.line} ${fault}`),
    ),
  )
  const listed = lines.flatMap((line) => {
    const reason = findReason(line)
    return reason === undefined ? [] : [{ line, reason }]
  })
  for (const [reason, { length }] of Map.groupBy(listed, (each) => each.reason))
    printLine(`listed: ${length} because ${reason}`)
  const runnable = lines.filter((line) => findReason(line) === undefined)
  faults.push(...(await runLines(runnable).catch(({ message }: Error) => [message])))
  for (const fault of faults) printLine(fault)
  printLine(`run=${runnable.length} failed=${faults.length} listed=${listed.length}`)
  return faults.length === 0
}

async function runLines(lines: DocumentedLine[]): Promise<string[]> {
  await using stack = await startCommandStack()
  const faults: string[] = []
  for (const line of lines) {
    const programs = line.commands.map(({ words: [program = ''] }) => program)
    for (const place of PLACES.filter((each) => isWrittenFor(line, each))) {
      const text = await fillPlaceholders(line.text, (sql) => stack.query(sql))
      const failure = await stack.run(text, programs, place)
      if (failure !== undefined)
        faults.push(`${line.file}:${line.line} (${place}) ${text}: ${failure}`)
    }
  }
  return faults
}

/** Guides show the one box; the runbooks are for all. */
function isWrittenFor({ file, commands }: DocumentedLine, place: Place): boolean {
  if (place === 'one box') return true
  return (
    file.startsWith(RUNBOOKS) && !commands.some(({ words }) => BOX_COMMANDS.test(words.join(' ')))
  )
}

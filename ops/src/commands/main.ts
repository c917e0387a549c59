import { printLine } from '@dolph/bench/print-line'
import { findCommandFaults } from './find-command-faults.ts'
import { readCommands } from './read-commands.ts'

const commands = readCommands()
const faults = commands.flatMap((command) =>
  findCommandFaults(command).map((fault) => `${command.file}:${command.line} ${fault}`),
)
for (const fault of faults) printLine(fault)
printLine(`commands=${commands.length} failed=${faults.length}`)
process.exitCode = faults.length === 0 ? 0 : 1

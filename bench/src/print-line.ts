/** Benchmarks print their results to standard output, so this is not logging. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** A bench's result is what it prints. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

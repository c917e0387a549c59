/** A bench's result is what it prints. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

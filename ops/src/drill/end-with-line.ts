import { printLine } from '@dolph/bench/print-line'

/**
 * Runs a drill to its end, or until it breaks off. Then it says why, and its last line has a question mark for each figure: what nothing
 * was compared for is not known to be well.
 */
export async function endWithLine(
  drill: () => Promise<boolean>,
  figures: readonly string[],
): Promise<boolean> {
  try {
    return await drill()
  } catch (error) {
    printLine(`broke off: ${describe(error)}`)
    printLine(figures.map((figure) => `${figure}=?`).join(' '))
    return false
  }
}

/** The message, and what a command that failed had printed. */
function describe(error: unknown): string {
  const { message, stdout = '', stderr = '' } = error as Partial<Record<string, string>>
  return [message ?? String(error), stdout, stderr]
    .map((text) => text.trim())
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .join('\n')
}

/** Set by the nightly run: tests that look for rare faults try more cases. */
export const isLongRun = process.env['TEST_LONG'] === '1'

/** Chooses between the short form of a test, which every change runs, and its long form. */
export function chooseSize(size: { short: number; long: number }): number {
  return isLongRun ? size.long : size.short
}

/** The value at a quantile from 0 to 1: `0.99` returns the value below which 99 % of all values lie. */
export function percentile(values: number[], quantile: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * quantile)] ?? 0
}

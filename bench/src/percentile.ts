/** The figure that `share` of all figures are below. */
export function percentile(figures: number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0
}

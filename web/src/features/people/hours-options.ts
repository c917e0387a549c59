/** The choices of a filter by hours. A number from the URL that is not offered gets one, so that the active filter is visible. */
export function listHoursOptions(
  offered: readonly number[],
  chosen: number | undefined,
  describe: (hours: number) => string,
) {
  const hours = new Set([...offered, ...(chosen === undefined ? [] : [chosen])])
  return [...hours]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value: String(value), label: describe(value) }))
}

/** A waiting time like "30 seconds" or "5 minutes", rounded up. */
export function formatWait(seconds: number): string {
  const [count, unit] = toUnit(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function toUnit(seconds: number): [count: number, unit: string] {
  if (seconds <= 60) return [seconds, 'second']
  if (seconds <= 3_600) return [Math.ceil(seconds / 60), 'minute']
  return [Math.ceil(seconds / 3_600), 'hour']
}

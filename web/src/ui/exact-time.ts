/** Created on first use: it is expensive, and most times are read without asking for the exact one. */
let exactFormat: Intl.DateTimeFormat | undefined

export function formatExactTime(at: string): string {
  exactFormat ??= new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
  return exactFormat.format(new Date(at))
}

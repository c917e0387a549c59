const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })

/** 'Nov 2026' */
export function formatMonth(at: string): string {
  return monthFormat.format(new Date(at))
}

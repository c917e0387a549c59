const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

/** 'January 24' */
export function formatExportDay(at: string): string {
  return dayFormat.format(new Date(at))
}

const timeFormat = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

/** '10:05 PM': the next attempt is within the hour. */
export function formatRetryTime(at: string): string {
  return timeFormat.format(new Date(at))
}

/** '3.2 MB' */
export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1_000
  if (kilobytes < 1_000) return `${Math.max(1, Math.round(kilobytes))} KB`
  const megabytes = kilobytes / 1_000
  return megabytes < 1_000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1_000).toFixed(1)} GB`
}

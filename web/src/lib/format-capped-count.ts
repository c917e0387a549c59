/** The number of a badge: at most two digits, then `99+`. */
export function formatCappedCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

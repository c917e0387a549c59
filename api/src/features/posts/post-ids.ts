/** How far the database's clock may be ahead of this process's. */
export const CLOCK_SKEW_MAX_MS = 3_600_000

/** The time at which a post was created: its id (UUIDv7) begins with the milliseconds. */
export function getPostTime(postId: string): number {
  return Number.parseInt(postId.slice(0, 8) + postId.slice(9, 13), 16)
}

/** The lowest id that a post created at that time, or later, can have. */
export function getLowestPostIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

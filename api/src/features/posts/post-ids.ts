/** A post may be so much younger than this process's clock. */
export const CLOCK_SKEW_MAX_MS = 3_600_000

/** When a post was made: its id begins with the milliseconds. */
export function getPostTime(postId: string): number {
  return Number.parseInt(postId.slice(0, 8) + postId.slice(9, 13), 16)
}

/** The lowest id that a post made at that moment, or later, can have. */
export function getLowestPostIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

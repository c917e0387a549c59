/** Constants shared by encode-child.ts and the process that starts it. */

export const PIXELS_MAX = 24_000_000

/** Node's own exit codes are lower. */
export const EXIT_CODES = { tooManyPixels: 20, unreadable: 21 } as const

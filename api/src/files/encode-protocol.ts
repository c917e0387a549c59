/** What the program that decodes pictures and the one that starts it agree on. */

export const PIXELS_MAX = 24_000_000

/** Codes that Node gives by itself are lower. */
export const EXIT_CODES = { tooManyPixels: 20, unreadable: 21 } as const

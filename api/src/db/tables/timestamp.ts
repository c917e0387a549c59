/** Timestamps leave the driver as ISO strings, see database.ts. */
export type Timestamp = string

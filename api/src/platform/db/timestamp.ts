/** The driver returns timestamps as ISO strings, see database.ts. */
export type Timestamp = string

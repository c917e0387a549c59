/** Below every id: a list after it starts with the oldest row. */
export const MIN_ID = '00000000-0000-0000-0000-000000000000'
/** Above every id: a list before it starts with the newest row. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

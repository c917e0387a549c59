const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** The day until which the room of a deleted project can be read. */
export function formatRoomDay(at: string): string {
  return dayFormat.format(new Date(at))
}

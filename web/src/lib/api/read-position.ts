import { pickLaterPosition, POSITION_HEADER, type Position } from '@dolph/contract/position'

let latest: Position | undefined

/** Keeps the latest state of the database that a reply or an event of the socket has named. */
export function keepPosition(position: Position | undefined): void {
  latest = pickLaterPosition(latest, position)
}

/** For each read, so that it has what this page has written, and what it was told of. A server without standbys names none. */
export function getPositionHeader(): Record<string, string> | undefined {
  return latest === undefined ? undefined : { [POSITION_HEADER]: latest }
}

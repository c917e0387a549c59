import type { Position } from '@dolph/contract/position'
import type { PrimaryPosition } from './primary-position.ts'

/**
 * Calls `publish` after a commit with a position that has it; at once, and without one, where nothing is read from standbys. If the
 * primary does not say it, what is published has none, and a reader may miss the change for a second.
 */
export function callWithPosition(
  position: PrimaryPosition | undefined,
  publish: (position?: Position) => void,
): void {
  if (!position) return publish()
  position.read().then(publish, () => publish())
}

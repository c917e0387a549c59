import { listTablesOfOthers } from './find-table-violations.ts'
import type { SourceFiles } from './module-rules.ts'

/** The features whose tables would move to clusters of their own, by the conversation or room. */
const MOVING = new Set(['messaging', 'rooms'])
/** Tables that every cluster would have: copies of members and blocks, and what happened to its own rows. */
const IN_EVERY_CLUSTER = new Set(['members', 'blocks', 'events', 'erasures'])
/** Statements that would become two: what they read elsewhere is a check before, or a title. */
const SPLIT_LATER = new Set([
  'features/messaging/sql/find_about.sql posts',
  'features/messaging/sql/find_about.sql roles',
  'features/messaging/sql/find_about.sql join_requests',
  'features/messaging/pictures/find-visible-picture.ts staff',
])

/** Tables that statements of messages name and that would be in another cluster, one sentence each. See decision 115. */
export function findClusterViolations(files: SourceFiles): string[] {
  return listTablesOfOthers(files)
    .filter(
      ({ path, name, part, owner }) =>
        part === 'messaging' &&
        !name.endsWith('()') &&
        !MOVING.has(owner) &&
        !IN_EVERY_CLUSTER.has(name) &&
        !SPLIT_LATER.has(`${path.replace('api/src/', '')} ${name}`),
    )
    .map(
      ({ path, name }) => `${path} names ${name}, which would be in another cluster than messages`,
    )
}

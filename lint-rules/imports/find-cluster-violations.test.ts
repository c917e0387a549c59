import { expect, test } from 'vitest'
import { findClusterViolations } from './find-cluster-violations.ts'

const TABLES = {
  'api/src/platform/db/tables.ts':
    'export interface Tables {\n  members: Members\n  flags: Flags\n}\n',
  'api/src/features/posts/tables.ts': `declare module '../../platform/db/tables.ts' {\n  interface Tables {\n    posts: Posts\n  }\n}\n`,
  'api/src/features/rooms/tables.ts': `declare module '../../platform/db/tables.ts' {\n  interface Tables {\n    rooms: Rooms\n  }\n}\n`,
}

test('statements of messages name no table that would be in another cluster', () => {
  expect(find('select from messages join members on true join rooms on true')).toEqual([])
  expect(find('select from messages join posts on true')).toEqual([
    'api/src/features/messaging/queries.ts names posts, which would be in another cluster than messages',
  ])
  expect(find('select from flags')).toHaveLength(1)
})

function find(statement: string): string[] {
  const file: [string, string] = ['api/src/features/messaging/queries.ts', `sql\`${statement}\``]
  return findClusterViolations(new Map([...Object.entries(TABLES), file]))
}

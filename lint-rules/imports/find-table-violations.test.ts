import { describe, expect, test } from 'vitest'
import { listForeignTables } from './find-table-violations.ts'

const FILES = {
  'api/src/platform/db/tables.ts': 'export interface Tables {\n  members: Members\n}\n',
  'api/src/features/posts/tables.ts': `declare module '../../platform/db/tables.ts' {\n  interface Tables {\n    posts: Posts\n    post_stats: PostStats\n  }\n}\n`,
  'api/src/features/safety/tables.ts': `declare module '../../platform/db/tables.ts' {\n  interface Tables {\n    blocks: Blocks\n  }\n}\n`,
  'api/src/features/safety/sql/is_blocked.sql': 'select from blocks;\n',
}

describe('the owners of tables', () => {
  test('let a feature use its own tables and functions, and those of the platform', () => {
    expect(
      find({
        'api/src/features/posts/queries.ts': 'sql`select from posts join members on true`\n',
        'api/src/features/safety/queries.ts': 'sql`select is_blocked(1, 2)`\n',
        'api/src/platform/db/migrations/20270110T0900-posts.sql':
          'create table posts (author_id uuid references members);\n',
      }),
    ).toEqual([])
  })

  test('say nothing about comments, operators’ commands and sample data', () => {
    expect(
      find({
        'api/src/features/safety/queries.ts':
          '// from posts\n/** Reads from posts. */\nsql`select from blocks`\n',
        'api/src/features/safety/sql/is_blocked.sql': '-- from posts\nselect from blocks;\n',
        'api/src/admin/checks/post-checks.ts': 'sql`select from posts`\n',
        'api/src/seed/seed.ts': 'sql`insert into posts`\n',
      }),
    ).toEqual([])
  })

  test.each<[string, string, string, string]>([
    ['a function', 'api/src/features/safety/sql/f.sql', 'update posts set title = $1;', 'posts'],
    ['a join', 'api/src/features/safety/q.ts', 'sql`from blocks join posts on true`', 'posts'],
    ['a list of tables', 'api/src/features/safety/q.ts', 'sql`from blocks as b, posts`', 'posts'],
    ['a query', 'api/src/features/safety/q.ts', `db.selectFrom('posts as p')`, 'posts'],
    ['a list of a query', 'api/src/features/safety/q.ts', `db.selectFrom(['posts'])`, 'posts'],
    ['a call', 'api/src/features/posts/q.ts', 'sql`select is_blocked(1, 2)`', 'is_blocked()'],
    [
      'a foreign key',
      'api/src/platform/db/migrations/20270110T0900-safety.sql',
      'create table reports (post_id uuid references posts);',
      'posts',
    ],
    [
      'a trigger',
      'api/src/platform/db/migrations/20270110T0900-safety.sql',
      'create trigger t after insert on post_stats for each row execute function f();',
      'post_stats',
    ],
    ['the platform', 'api/src/platform/http/q.ts', 'sql`delete from posts`', 'posts'],
    ['the erasure', 'api/src/privacy/q.ts', `db.deleteFrom('posts')`, 'posts'],
  ])('find one of another feature in %s', (_, path, source, name) => {
    expect(find({ [path]: source })).toMatchObject([{ path, name }])
  })
})

function find(files: Record<string, string>) {
  return listForeignTables(new Map(Object.entries({ ...FILES, ...files })))
}

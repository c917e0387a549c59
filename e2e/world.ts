import pg from 'pg'
import { PORTS } from './ports.ts'

/** Where the served product keeps its things; tests may reach in behind its back. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const DATABASE = `dolph_e2e_${PORTS.app}`
export const DATABASE_URL = new URL(`/${DATABASE}`, SERVER).href
export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/14'

export async function recreateDatabase(): Promise<void> {
  await query(SERVER, `drop database if exists ${DATABASE} with (force)`)
  await query(SERVER, `create database ${DATABASE}`)
}

/** A post by the sample member `ada`, as if somebody had just created it elsewhere. */
export async function postNow(title: string): Promise<void> {
  await query(
    DATABASE_URL,
    `with post as (
       insert into posts (author_id, type, title, body)
       select id, 'showcase', $1, 'Just made' from members where username = 'ada' returning id)
     insert into post_stats (post_id) select id from post`,
    [title],
  )
}

/** The post gets 100 likes, as if many had liked it elsewhere. */
export async function likeALot(title: string): Promise<void> {
  await query(
    DATABASE_URL,
    `update post_stats set like_count = 100 where post_id = (select id from posts where title = $1)`,
    [title],
  )
}

/** Visitors share a page for a second; after this it is read anew. */
export async function untilPagesAreReadAnew(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_100))
}

async function query(url: string, text: string, values: string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows
  } finally {
    await client.end()
  }
}

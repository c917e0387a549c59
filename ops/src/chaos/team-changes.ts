import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { callApi } from './call-api.ts'
import type { SimulatedClient } from './simulated-client.ts'

/** The author included. */
const TEAM_SIZE = 20
const PAUSE_MS = 200

/** A team and its room; null in a database whose version has no rooms. */
export interface Team {
  postId: string
  authorId: string
  roomId: string | null
}

/** Forms teams of twenty clients each and opens their rooms, if there are rooms; no client is in two teams yet. */
export async function createTeams(
  database: pg.Pool,
  clients: readonly SimulatedClient[],
): Promise<Team[]> {
  const teams: Team[] = []
  const hasRooms = await hasRoomTable(database)
  for (let first = 0; first < clients.length; first += TEAM_SIZE) {
    const members = clients.slice(first, first + TEAM_SIZE)
    const [author, ...others] = members
    if (!author) break
    const postId = await createPost(author)
    for (const { memberId } of others) await joinTeam(database, postId, memberId)
    const roomId = hasRooms ? await findRoom(database, postId) : null
    teams.push({ postId, authorId: author.memberId, roomId })
    if (roomId !== null) for (const client of members) client.rooms.openRoom(roomId)
  }
  return teams
}

async function hasRoomTable(database: pg.Pool): Promise<boolean> {
  const { rows } = await database.query<{ exists: boolean }>(
    `select to_regclass('rooms') is not null as exists`,
  )
  return rows[0]?.exists ?? false
}

async function findRoom(database: pg.Pool, postId: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>('select id from rooms where post_id = $1', [
    postId,
  ])
  if (!rows[0]) throw new Error(`the team of post ${postId} has no room`)
  return rows[0].id
}

async function createPost({ session }: SimulatedClient): Promise<string> {
  const draft = { title: 'Tide', type: 'showcase', body: 'A tide clock' }
  const { status, body } = await callApi(session, 'POST', '/api/posts', draft)
  if (status !== 201) throw new Error(`the post of a team was not created: ${status}`)
  return (body as { data: { _id: string } }).data._id
}

/** Lets people join and leave the teams, one after another, until `stop`, which returns how often it happened. */
export function startChangingTeams(
  database: pg.Pool,
  clients: ReadonlyMap<string, SimulatedClient>,
  teams: readonly Team[],
) {
  const counts = { joined: 0, left: 0 }
  let isStopped = false

  async function changeTeam({ postId, authorId, roomId }: Team): Promise<void> {
    const { rows } = await database.query<{ id: string }>(
      'select member_id as id from team_members where post_id = $1 and left_at is null',
      [postId],
    )
    const present = rows.map(({ id }) => id)
    if (present.length + 1 < TEAM_SIZE) {
      const taken = new Set([...present, authorId])
      const joining = pickRandom([...clients.values()].filter(({ memberId: id }) => !taken.has(id)))
      if (!joining) return
      counts.joined += 1
      // The commit may succeed although its reply is lost: the client asks for the room in any case.
      await joinTeam(database, postId, joining.memberId).finally(() => {
        if (roomId !== null) joining.rooms.openRoom(roomId)
      })
    } else {
      const leaving = clients.get(pickRandom(present) ?? '')
      if (!leaving) return
      counts.left += 1
      const path = `/api/posts/${postId}/team/${leaving.memberId}`
      await callApi(leaving.session, 'DELETE', path)
    }
  }

  async function changeTeams(): Promise<void> {
    while (!isStopped) {
      const team = pickRandom(teams)
      // PostgreSQL may be down: the next change finds out who is on the team.
      if (team) await changeTeam(team).catch(() => {})
      await wait(PAUSE_MS)
    }
  }

  const changing = changeTeams()
  return {
    async stop() {
      isStopped = true
      await changing
      return counts
    },
  }
}

/** Without a request and its answer, which would be limited: the room follows the team, whatever changed it. */
async function joinTeam(database: pg.Pool, postId: string, memberId: string): Promise<void> {
  await database.query(
    `insert into team_members (post_id, member_id, role_title) values ($1, $2, 'Tester')
     on conflict (post_id, member_id) do update set left_at = null`,
    [postId, memberId],
  )
}

function pickRandom<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

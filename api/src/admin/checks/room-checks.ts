import { sql, type RawBuilder } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { lockProject } from '../../features/projects/lock-project.ts'
import { defineRangeCheck, type ConsistencyCheck } from './consistency-check.ts'

const TEAMS_RANGE = 5_000
const ROOMS_RANGE = 1_000

interface RoomPlace {
  roomId: string
  postId: string
  memberId: string
  isOnTeam: boolean
}

export const roomChecks: readonly ConsistencyCheck[] = [
  defineRangeCheck<{ postId: string }>({
    name: 'team-rooms',
    summary: 'a team has a room',
    table: 'team_members',
    column: 'post_id',
    size: TEAMS_RANGE,
    select: (range) => sql`
      select distinct post_id as "postId" from team_members
      where ${range} and left_at is null and not exists (select from rooms where rooms.post_id = team_members.post_id)`,
    describe: ({ postId }) => ({
      subject: postId,
      problem: 'the team has no room',
      repair: ({ db }) =>
        repairTeam(db, postId, async (tx) => {
          await sql`
            select create_team_room(posts) from posts where id = ${postId} and exists (${selectTeam(sql`posts.id`)})`.execute(
            tx,
          )
        }),
    }),
  }),
  defineRangeCheck<RoomPlace>({
    name: 'room-members',
    summary: 'in an open room are the author and the team of its post, nobody else',
    table: 'rooms',
    column: 'id',
    size: ROOMS_RANGE,
    select: (range) => sql`
      select coalesce(team.room_id, place.room_id) as "roomId", coalesce(team.post_id, place.post_id) as "postId",
        coalesce(team.member_id, place.member_id) as "memberId", team.member_id is not null as "isOnTeam"
      from (
        select rooms.id as room_id, post_id, member_id from rooms cross join lateral (
          ${selectTeam(sql`rooms.post_id`)}
          union select author_id from posts where id = rooms.post_id) as team
        where ${range} and closed_at is null) as team
      full join (
        select rooms.id as room_id, post_id, member_id from rooms join room_members on room_id = rooms.id and left_at is null
        where ${range} and closed_at is null) as place
        on place.room_id = team.room_id and place.member_id = team.member_id
      where team.member_id is null or place.member_id is null`,
    describe: ({ roomId, postId, memberId, isOnTeam }) => ({
      subject: roomId,
      problem: isOnTeam
        ? `${memberId} is on the team and not in the room`
        : `${memberId} is in the room and not on the team`,
      repair: ({ db }) =>
        repairTeam(db, postId, (tx) => repairPlace(tx, { roomId, postId, memberId })),
    }),
  }),
]

/** Those on the team of a post, besides its author. */
function selectTeam(postId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select member_id from team_members where team_members.post_id = ${postId} and left_at is null`
}

/** Every change of a team locks the project. */
async function repairTeam(
  db: Database,
  postId: string,
  repair: (tx: Queryable) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockProject(tx, postId))) return false
    await repair(tx)
    return true
  })
}

/** Who comes in reads from now on; who goes out reads nothing. */
async function repairPlace(
  tx: Queryable,
  { roomId, postId, memberId }: Omit<RoomPlace, 'isOnTeam'>,
): Promise<void> {
  await sql`select from rooms where id = ${roomId} for no key update`.execute(tx)
  const team = sql`(
    ${selectTeam(sql`${postId}`)} union select author_id from posts where id = ${postId})`
  await sql`
    update room_members set left_at = clock_timestamp()
    where room_id = ${roomId} and member_id = ${memberId} and left_at is null and member_id not in ${team}`.execute(
    tx,
  )
  await sql`
    insert into room_members (room_id, member_id, from_id)
    select rooms.id, members.id, coalesce(history_from, last_message_id, rooms.id) from rooms join members on members.id = ${memberId}
    where rooms.id = ${roomId} and members.id in ${team}
    on conflict (room_id, member_id) do update set from_id = excluded.from_id, read_id = null, left_at = null
    where room_members.left_at is not null`.execute(tx)
}

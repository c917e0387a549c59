import type pg from 'pg'
import type { RoomPlace } from './room-checks.ts'
import type { SimulatedClient } from './simulated-client.ts'

type ClientsById = ReadonlyMap<string, Pick<SimulatedClient, 'rooms' | 'messages'>>

/** A message that was changed after it was sent, as stored in PostgreSQL. */
export interface RevisedRow {
  id: string
  /** The two members of a conversation; null in a room. */
  memberIds: string[] | null
  roomId: string
  revisedAt: string
}

/** Lets random members react to random messages at a fixed rate. Returns how to stop it, which returns how many reactions were stored. */
export function startReacting(clients: SimulatedClient[], reactionsPerSecond: number) {
  let count = 0
  const timer = setInterval(() => {
    const client = clients[Math.floor(Math.random() * clients.length)]
    void client?.react().then((isStored) => (count += isStored ? 1 : 0))
  }, 1_000 / reactionsPerSecond)
  return (): number => {
    clearInterval(timer)
    return count
  }
}

export async function readRevisedRows(database: pg.Pool): Promise<RevisedRow[]> {
  const { rows } = await database.query<RevisedRow>(`
    select messages.id, conversation_id as "roomId", array[low_id, high_id] as "memberIds",
      to_char(revised_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "revisedAt"
    from messages left join conversations on conversations.id = conversation_id
    where revised_at is not null`)
  return rows.map((row) => ({ ...row, memberIds: row.memberIds?.[0] ? row.memberIds : null }))
}

/** Describes each changed message of which a client that reads it has an earlier version. */
export function findStale(rows: RevisedRow[], places: RoomPlace[], clients: ClientsById): string[] {
  const placesByRoom = Map.groupBy(places, ({ roomId }) => roomId)
  return rows.flatMap(({ id, memberIds, roomId, revisedAt }) => {
    const inRoom = (placesByRoom.get(roomId) ?? [])
      .filter(({ fromId }) => id > fromId)
      .map(({ memberId }) => memberId)
    return (memberIds ?? inRoom)
      .filter((memberId) => {
        const client = clients.get(memberId)
        const copy = memberIds ? client?.messages.get(id) : client?.rooms.messages.get(id)
        return client && copy?.revisedAt !== revisedAt
      })
      .map((memberId) => `member ${memberId} has an earlier version of message ${id}`)
  })
}

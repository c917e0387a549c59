import { sendRoomMessage, listRooms, readRoom, syncRoom } from '@dolph/contract/rooms/rooms'
import { createPostFixture } from '../../../testing/fixtures.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'

export type RoomsApp = Awaited<ReturnType<typeof startRoomsApp>>

/** Starts an app with ada, bob and carla signed in, and functions that form teams; limits are relaxed. */
export async function startRoomsApp(options: Parameters<typeof startMessagingApp>[1] = {}) {
  const api = await startMessagingApp({ LIMITS: 'relaxed' }, options)
  const { db } = api

  /** A post of the author; its room comes with the first member. */
  const createPost = async (author: { id: string }, title = 'Tide') =>
    createPostFixture(db, author.id, { title })

  const join = async (postId: string, member: { id: string }) => {
    await db
      .insertInto('team_members')
      .values({ post_id: postId, member_id: member.id, role_title: 'Tester' })
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'member_id']).doUpdateSet({ left_at: null }),
      )
      .execute()
  }

  /** The room of a post. */
  const findRoom = async (postId: string) => {
    const room = await db.selectFrom('rooms').select('id').where('post_id', '=', postId).execute()
    return room[0]?.id ?? ''
  }

  return {
    ...api,
    createPost,
    join,
    findRoom,
    /** A post of the author, on whose team the members are. */
    async createTeam(author: { id: string }, ...members: { id: string }[]) {
      const postId = await createPost(author)
      for (const member of members) await join(postId, member)
      return { postId, roomId: await findRoom(postId) }
    },
    leave: async (postId: string, { id }: { id: string }) => {
      await db
        .updateTable('team_members')
        .set({ left_at: new Date().toISOString() })
        .where('post_id', '=', postId)
        .where('member_id', '=', id)
        .execute()
    },
    send: async (member: RoomMember, roomId: string, content: string, tempId?: string) =>
      member.call(sendRoomMessage, {
        params: { id: roomId },
        body: { content, ...(tempId !== undefined && { tempId }) },
      }),
    readRoom: async (member: RoomMember, roomId: string) =>
      (await member.call(readRoom, { params: { id: roomId } })).data,
    listRooms: async (member: RoomMember) => member.call(listRooms, { querystring: {} }),
    /** What the member may read of a room, oldest first: texts, and the kinds of lines in brackets. */
    async readTexts(member: RoomMember, roomId: string) {
      const { messages } = await member.call(syncRoom, { params: { id: roomId }, querystring: {} })
      return messages.map(({ content, line }) => (line ? `[${line}]` : content))
    },
  }
}

type RoomMember = Awaited<ReturnType<typeof startMessagingApp>>['ada']

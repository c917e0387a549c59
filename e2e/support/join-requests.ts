import { createJoinRequestFixture, createRoleFixture } from '@dolph/api/testing/fixtures'
import { database, type Member } from './members.ts'

/** Puts a member on the team of a post, as if its author had accepted a request, and returns the id of the request. */
export async function insertAcceptedRequest(
  postId: string,
  { id: memberId }: Pick<Member, 'id'>,
): Promise<string> {
  const roleId = await createRoleFixture(database, postId)
  await database
    .insertInto('team_members')
    .values({ post_id: postId, member_id: memberId, role_id: roleId, role_title: 'Developer' })
    .execute()
  return createJoinRequestFixture(
    database,
    { roleId, memberId },
    {
      state: 'accepted',
      answer: 'Good to have you with us.',
      answered_at: new Date().toISOString(),
      ended_at: new Date().toISOString(),
    },
  )
}

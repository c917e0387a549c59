import { expect, test } from 'vitest'
import { createJoinRequestFixture, createMemberFixture } from '../../testing/fixtures.ts'
import { startJoinRequestsApp } from './testing/start-join-requests-app.ts'

test.each(['accept', 'decline'] as const)(
  'a member to whom messages are closed can %s, but not with a note',
  async (answer) => {
    await using api = await startJoinRequestsApp()
    const owner = await api.signIn(`limited-${answer}`)
    const { role } = await api.createRole(owner)
    const memberId = await createMemberFixture(api.db, `asks-${answer}`)
    const _id = await createJoinRequestFixture(api.db, { roleId: role, memberId })
    await api.db
      .updateTable('members')
      .set({ messaging_limited_until: '2099-01-01' })
      .where('id', '=', owner.id)
      .execute()
    const reply = await owner.tryToAnswer(_id, answer, { note: 'Buy my pills instead.' })
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'limited' }])
    expect(await api.readState(_id)).toEqual({ state: 'waiting', reason: null })
    expect(await owner.answer(_id, answer, { note: ' ' })).toMatchObject({ answer: '' })
  },
)

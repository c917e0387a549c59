import { expect, test } from 'vitest'
import { createJoinRequestFixture } from '../../../testing/join-request-fixtures.ts'
import { notificationSubscribers } from '../subscribers.ts'
import { startAppWithRequests } from '../testing/start-app-with-requests.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'

test('requests are answered without waiting for the events of others, and no line stays unread', async () => {
  await using stack = await startAppWithRequests()
  const { db, ada, bob } = stack
  const request = await createJoinRequestFixture(db, stack.role, bob)
  const event = { id: request, subjectId: request, actorId: bob, data: {} }

  const { delivered } = await db.transaction().execute(async (tx) => {
    await notificationSubscribers['join-request.created']?.(tx, [event], stack)
    await stack.answer(request, { state: 'talking' }, ada)
    const delivery = stack.deliver()
    await waitForBlockedStatements(db)
    return { delivered: delivery }
  })
  await delivered

  expect(await stack.listOf(ada)).toEqual([expect.objectContaining({ isRead: true })])
})

import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { expect, test } from 'vitest'
import { createEraseMemberJob } from '../../../privacy/erase-member.ts'
import { features } from '../../../features.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { PASSWORD } from '../../../testing/sign-up-member.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { enqueueErasure } from './enqueue-erasure.ts'

test('deleting an account is an event whose job erases the member, the event included', async () => {
  await using api = await startMessagingApp()
  const { ada, db } = api
  await ada.call(deleteAccount, { body: { password: PASSWORD } })
  const event = { kind: 'member.deleted', subject_id: ada.id, actor_id: ada.id }
  expect(await db.selectFrom('events').selectAll().execute()).toMatchObject([event])

  await deliverPendingEvents(api, [{ 'member.deleted': enqueueErasure }])
  await runJobs(api, [createEraseMemberJob(features)])

  expect(await db.selectFrom('events').selectAll().execute()).toEqual([])
  const erased = db.selectFrom('members').select('id').where('id', '=', ada.id)
  expect(await erased.execute()).toEqual([])
})

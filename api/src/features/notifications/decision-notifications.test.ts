import {
  APPEAL_OUTCOME_TEXTS,
  REPORT_OUTCOME_TEXTS,
} from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { startNotificationsApp, type NotificationsApp } from './testing/start-notifications-app.ts'

test('a decision notifies the author with its sentence, and each reporter of the outcome', async () => {
  await using app = await startNotificationsApp()
  const { ada, bob, carla, post } = app
  const caseId = await decideCase(app, 'hide')
  const decision = {
    kind: 'decision',
    count: 1,
    people: [],
    post: { _id: post },
    excerpt: 'Not here.',
    to: '/settings/decisions',
    decision: { kind: 'hide', about: 'post' },
  }
  const report = { kind: 'report', people: [], to: '/settings/decisions' }

  expect((await app.readList(ada)).data).toMatchObject([decision])
  for (const reporter of [bob, carla]) {
    expect((await app.readList(reporter)).data).toMatchObject([
      { ...report, excerpt: REPORT_OUTCOME_TEXTS.acted },
    ])
  }

  await sql`insert into appeals (case_id, text, outcome, answer, decided_at)
    values (${caseId}, 'It was a joke, really', 'stands', 'No.', now())`.execute(app.db)
  await insertEvent(app.db, 'appeal.decided', { subjectId: caseId, actorId: null, data: {} })
  expect((await app.readList(ada)).data).toMatchObject([
    { ...decision, excerpt: APPEAL_OUTCOME_TEXTS.stands, decision: null },
  ])
})

test('what was reported and kept notifies the reporters only', async () => {
  await using app = await startNotificationsApp()
  await decideCase(app, 'keep')
  expect((await app.readList(app.ada)).data).toEqual([])
  expect((await app.readList(app.bob)).data).toMatchObject([{ excerpt: REPORT_OUTCOME_TEXTS.kept }])
})

/** A case about ada's post, reported by bob and carla. */
async function decideCase({ db, ada, bob, carla, post }: NotificationsApp, decision: string) {
  const { rows } = await sql<{ id: string }>`
    insert into cases (kind, subject_id, author_id, state, decision, rule, text, decided_at)
    values ('post', ${post}, ${ada.id}, 'decided', ${decision}, 'spam', 'Not here.', now()) returning id
  `.execute(db)
  const subjectId = rows[0]?.id ?? ''
  await sql`insert into reports (case_id, reporter_id, reason, note)
    select ${subjectId}, unnest(${[bob.id, carla.id]}::uuid[]), 'spam', ''`.execute(db)
  await insertEvent(db, 'case.decided', { subjectId, actorId: null, data: {} })
  return subjectId
}

import type { DecisionKind, SubjectKind } from '@dolph/contract/moderation/moderation'
import type { Notification } from '@dolph/contract/notifications/notifications'
import { expect, test } from 'vitest'
import {
  createNotificationFixture,
  createPersonFixture,
} from '../../testing/fixtures/notification-fixtures.ts'
import { describeNotification } from './describe-notification.ts'

const REQUEST = { _id: '0198c5a0-0000-7000-8000-000000000101', state: 'accepted' } as const

test.each<[text: string, line: Partial<Notification>]>([
  ['Ada commented on “Quiet map”', { people: people('Ada') }],
  ['Someone commented on “Quiet map”', { people: [] }],
  ['Ada commented on your project', { people: people('Ada'), post: null, to: null }],
  ['2 new comments on “Quiet map”, by Ada', { count: 2, people: people('Ada') }],
  ['2 new comments on “Quiet map”', { count: 2, people: [] }],
  ['3 new comments on “Quiet map”, by Ada and Bo', { count: 3, people: people('Ada', 'Bo') }],
  [
    '3 new comments on “Quiet map”, by Ada, Bo and Cy',
    { count: 3, people: people('Ada', 'Bo', 'Cy') },
  ],
  [
    '1,200 new comments on “Quiet map”, by Ada, Bo and others',
    { count: 1_200, people: people('Ada', 'Bo', 'Cy') },
  ],
  ['Ada replied to your comment on “Quiet map”', { kind: 'reply', people: people('Ada') }],
  [
    '4 new replies to your comments on “Quiet map”, by Ada and Bo',
    { kind: 'reply', count: 4, people: people('Ada', 'Bo') },
  ],
  ['Ada gave “Quiet map” its first like', { kind: 'like', people: people('Ada') }],
  ['10 people like “Quiet map”', { kind: 'like', count: 10 }],
  ['1,000 people like your project', { kind: 'like', count: 1_000, post: null }],
  ['The repository of “Quiet map” is archived', { kind: 'repository-archived', people: [] }],
  [
    'The repository of your project is archived',
    { kind: 'repository-archived', people: [], post: null },
  ],
  ['Your copy is ready.', { kind: 'export-ready', people: [], post: null }],
  ['“Quiet map” was hidden', decision('hide', 'post')],
  ['Your comment on “Quiet map” was hidden', decision('hide', 'comment')],
  ['You can’t post for now, because of “Quiet map”', decision('limit-posting', 'post')],
  ['You can’t send messages for now', { ...decision('limit-messaging', 'message'), post: null }],
  ['Your account is suspended', { ...decision('suspend', 'member'), post: null }],
  ['We looked again at “Quiet map”', { kind: 'decision', people: [], decision: null }],
  ['Your report about “Quiet map” was reviewed', { kind: 'report', people: [] }],
  ['Ada asks to join “Quiet map”', { kind: 'join-requested', people: people('Ada') }],
  [
    '3 people ask to join “Quiet map”: Ada, Bo and Cy',
    { kind: 'join-requested', count: 3, people: people('Ada', 'Bo', 'Cy') },
  ],
  ['Ada answered about joining “Quiet map”', { kind: 'join-answered', people: people('Ada') }],
  [
    'Welcome to the team of “Quiet map”',
    { kind: 'join-answered', request: { ...REQUEST, fromOwner: false } },
  ],
  [
    'Ada joined “Quiet map”',
    { kind: 'join-answered', people: people('Ada'), request: { ...REQUEST, fromOwner: true } },
  ],
  ['Update on your request to join “Quiet map”', { kind: 'join-answered', people: [] }],
  ['Ada invites you to join “Quiet map”', { kind: 'invited', people: people('Ada') }],
  ['Ada is waiting for your answer about “Quiet map”', { kind: 'join-due', people: people('Ada') }],
  [
    '2 people are waiting for your answer about “Quiet map”: Ada and Bo',
    { kind: 'join-due', count: 2, people: people('Ada', 'Bo') },
  ],
  ['The team has changed: “Quiet map”', { kind: 'team-changed' }],
  ['Are you still looking for people?', { kind: 'still-open', people: [], post: null }],
  ['News from “Quiet map”', { kind: 'update' }],
  ['Your report was reviewed', { kind: 'report', people: [], post: null }],
])('%s', (text, line) => {
  const { before, title, after } = describeNotification(createNotificationFixture(1, line))
  expect(before + (title === undefined ? '' : `“${title}”`) + after).toBe(text)
})

function decision(kind: DecisionKind, about: SubjectKind): Partial<Notification> {
  return { kind: 'decision', people: [], decision: { kind, about } }
}

function people(...userNames: string[]) {
  return userNames.map((userName) => createPersonFixture(userName))
}

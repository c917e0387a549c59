import { EXPORT_READY_TEXT } from '@dolph/contract/exports/export-texts'
import { HIDDEN_TEXTS, LIMIT_TEXTS } from '@dolph/contract/notifications/decision-texts'
import type { Notification } from '@dolph/contract/notifications/notifications'

const SOMEBODY = 'Someone'
const countFormat = new Intl.NumberFormat('en')

/** What a line says, around the title of the post that it is about. */
export interface NotificationText {
  before: string
  /** Undefined where it is about no post, or about one that is gone. */
  title: string | undefined
  after: string
}

/** '5 new comments on “Quiet map”, by Ada, Bo and others'. */
export function describeNotification(line: Notification): NotificationText {
  const { before, without, after = '' } = DESCRIPTIONS[line.kind](line)
  return { before: line.post ? before : before + without, title: line.post?.title, after }
}

interface Description {
  before: string
  /** Stands in the place of the title where there is no post. */
  without: string
  after?: string
}

const DESCRIPTIONS: Record<Notification['kind'], (line: Notification) => Description> = {
  comment: (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} commented on `, without: 'your project' }
      : {
          before: `${formatCount(line)} new comments on `,
          without: 'your project',
          after: listPeople(line),
        },
  reply: (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} replied to your comment on `, without: 'a project' }
      : {
          before: `${formatCount(line)} new replies to your comments on `,
          without: 'a project',
          after: listPeople(line),
        },
  mention: (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} mentioned you on `, without: 'a project' }
      : {
          before: `${formatCount(line)} new comments mention you on `,
          without: 'a project',
          after: listPeople(line),
        },
  'room-mention': (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} mentioned you in the room of `, without: 'a team' }
      : {
          before: `${formatCount(line)} messages mention you in the room of `,
          without: 'a team',
          after: listPeople(line),
        },
  like: (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} gave `, without: 'your project', after: ' its first like' }
      : { before: `${formatCount(line)} people like `, without: 'your project' },
  decision: describeDecision,
  report: ({ post }) => ({
    before: post ? 'Your report about ' : 'Your report',
    without: '',
    after: ' was reviewed',
  }),
  'join-requested': (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} asks to join `, without: 'your project' }
      : {
          before: `${formatCount(line)} people ask to join `,
          without: 'your project',
          after: listPeople(line, ': '),
        },
  'join-answered': (line) =>
    line.request?.state === 'accepted'
      ? line.request.fromOwner
        ? { before: `${nameFirst(line)} joined `, without: 'your project' }
        : { before: 'Welcome to the team of ', without: 'a project' }
      : line.people.length > 0
        ? { before: `${nameFirst(line)} answered about joining `, without: 'a project' }
        : { before: 'Update on your request to join ', without: 'a project' },
  invited: (line) => ({ before: `${nameFirst(line)} invites you to join `, without: 'a project' }),
  'join-due': (line) =>
    line.count === 1
      ? { before: `${nameFirst(line)} is waiting for your answer about `, without: 'a project' }
      : {
          before: `${formatCount(line)} people are waiting for your answer about `,
          without: 'a project',
          after: listPeople(line, ': '),
        },
  'still-open': () => ({ before: 'Are you still looking for people?', without: '' }),
  'team-changed': () => ({ before: 'The team has changed: ', without: 'a project' }),
  update: () => ({ before: 'News from ', without: 'a project you follow' }),
  'repository-archived': () => ({
    before: 'The repository of ',
    without: 'your project',
    after: ' is archived',
  }),
  'export-ready': () => ({ before: EXPORT_READY_TEXT, without: '' }),
}

/** A hidden text is named; what a member may not do for a while is said with its cause. */
function describeDecision({ decision, post }: Notification): Description {
  if (!decision) return { before: 'We looked again at ', without: 'our decision' }
  if (decision.kind === 'hide') return { ...HIDDEN_TEXTS[decision.about], after: ' was hidden' }
  return { before: LIMIT_TEXTS[decision.kind] + (post ? ', because of ' : ''), without: '' }
}

function formatCount({ count }: Notification): string {
  return countFormat.format(count)
}

function nameFirst({ people }: Notification): string {
  return people[0]?.userName ?? SOMEBODY
}

/** The newest people first. With three people and more comments than that, there may be further ones. */
function listPeople({ people, count }: Notification, before = ', by '): string {
  const [first, second, third] = people.map(({ userName }) => userName)
  if (first === undefined) return ''
  if (second === undefined) return `${before}${first}`
  if (third === undefined) return `${before}${first} and ${second}`
  return `${before}${first}, ${second} and ${count > people.length ? 'others' : third}`
}

import { APPEAL_DAYS } from '@dolph/contract/moderation'
import {
  NOTIFICATION_EXCERPT_MAX,
  type NotificationKind,
  REPOSITORY_ARCHIVED_TEXT,
  ROLES_PAUSED_TEXT,
} from '@dolph/contract/notifications'
import { z } from 'zod'
import { defineMailTemplate } from '../../../mail/mail-template.ts'
import { collapseWhitespace, renderMail } from '../../../mail/render-mail.ts'
import { JOIN_REQUEST_DESCRIPTIONS } from './describe-join-request.ts'
import { joinNames, MailedLine, type LineTexts } from './mailed-line.ts'
import { buildUnsubscription } from './unsubscribe-links.ts'

/** One line of the member's notifications. */
export const notificationMail = defineMailTemplate(
  'notification',
  MailedLine.extend({ firstName: z.string(), path: z.string(), token: z.string() }),
  ({ firstName, path, token, ...line }, origin) => {
    const { subject, title, text, button, buttons, note } = DESCRIPTIONS[line.kind]({
      ...line,
      post: shorten(line.post, POST_TITLE_MAX),
    })
    const quote = shorten(line.excerpt, NOTIFICATION_EXCERPT_MAX)
    return renderMail(origin, {
      subject,
      preview: quote || text,
      title,
      firstName,
      parts: [
        { text },
        ...(quote ? [{ quote }] : []),
        buttons ? { buttons } : { button, path },
        ...(note === undefined ? [] : [{ note }]),
      ],
      unsubscribe: buildUnsubscription(line.kind, token),
    })
  },
)

const POST_TITLE_MAX = 80

const DESCRIPTIONS: Record<NotificationKind, (line: MailedLine) => LineTexts> = {
  comment: ({ count, people, post }) => ({
    subject:
      count === 1
        ? `${joinNames(people)} commented on “${post}”`
        : `${count} new comments on “${post}”`,
    title: `${count === 1 ? 'A new comment' : `${count} new comments`} on your project`,
    text: `${joinNames(people)} commented on “${post}”.${count === 1 ? '' : ' The newest:'}`,
    button: count === 1 ? 'Read and answer' : 'Read them',
  }),
  reply: ({ count, people, post }) => ({
    subject:
      count === 1
        ? `${joinNames(people)} replied to your comment on “${post}”`
        : `${count} new replies to your comment on “${post}”`,
    title: `${count === 1 ? 'A new reply' : `${count} new replies`} to your comment`,
    text: `${joinNames(people)} replied to your comment on “${post}”.${count === 1 ? '' : ' The newest:'}`,
    button: count === 1 ? 'Read and answer' : 'Read them',
  }),
  mention: ({ count, people, post }) => ({
    subject:
      count === 1
        ? `${joinNames(people)} mentioned you on “${post}”`
        : `${count} new comments on “${post}” mention you`,
    title: count === 1 ? 'You were mentioned' : `${count} new comments mention you`,
    text: `${joinNames(people)} mentioned you on “${post}”.${count === 1 ? '' : ' The newest:'}`,
    button: count === 1 ? 'Read and answer' : 'Read them',
  }),
  like: ({ count, post }) => {
    const what = count === 1 ? 'its first like' : `${count.toLocaleString('en')} likes`
    return {
      subject: `“${post}” has ${what}`,
      title: `Your project has ${what}`,
      text: `“${post}” has ${what} on Dolph.`,
      button: 'Open the project',
    }
  },
  decision: describeDecision,
  report: ({ outcome }) => ({
    subject: 'What came of your report',
    title: 'We looked at your report',
    text:
      outcome === 'acted'
        ? 'Thank you for your report. It broke our rules, and we did something about it.'
        : 'Thank you for your report. It does not break our rules, so nothing was done.',
    button: 'See your notifications',
  }),
  ...JOIN_REQUEST_DESCRIPTIONS,
  'roles-asked': ({ excerpt }) => ({
    subject: 'Are you still looking for people?',
    title: 'Are you still looking?',
    text:
      excerpt === ROLES_PAUSED_TEXT
        ? 'Your roles are not shown any more:'
        : 'For three weeks there was no sign of life of these roles. Without an answer they are closed two weeks from now:',
    button: 'Keep or close them',
    note: 'Any update, answer or edit of yours counts as a sign of life.',
  }),
  update: ({ post }) => ({
    subject: `News of “${post}”`,
    title: 'A project you follow has news',
    text: `There is news of “${post}”:`,
    button: 'Read it',
  }),
  'repository-archived': ({ post }) => ({
    subject: `The repository of “${post}” is archived`,
    title: 'Your repository is archived',
    text: `“${post}” links a repository that is archived. ${REPOSITORY_ARCHIVED_TEXT}`,
    button: 'Open the project',
  }),
}

function describeDecision({ outcome, rule }: MailedLine): LineTexts {
  const button = 'Read the decision'
  if (outcome === 'stands' || outcome === 'taken-back') {
    const text =
      outcome === 'stands'
        ? 'We looked again. The decision stands.'
        : 'We looked again. The decision is taken back. We are sorry.'
    return { subject: 'We looked at your objection', title: 'We looked again', text, button }
  }
  return {
    subject: 'A decision about something of yours on Dolph',
    title: 'A moderator made a decision',
    text: `Something of yours was reported. A person looked at it and decided because of our rule “${rule}”:`,
    note: `You may object once, within ${APPEAL_DAYS} days.`,
    button,
  }
}

/** Plain text of one line, at most `max` characters as people count them. */
function shorten(text: string, max: number): string {
  const characters = [...collapseWhitespace(text)]
  return characters.length <= max
    ? characters.join('')
    : `${characters.slice(0, max - 1).join('')}…`
}

import { EXPORT_READY_TEXT } from '@dolph/contract/exports/export-texts'
import { EXPORT_DAYS } from '@dolph/contract/exports/exports'
import { APPEAL_DAYS } from '@dolph/contract/moderation/moderation'
import { HIDDEN_TEXTS, LIMIT_TEXTS } from '@dolph/contract/notifications/decision-texts'
import {
  NOTIFICATION_EXCERPT_MAX,
  type NotificationKind,
  REPOSITORY_ARCHIVED_TEXT,
  ROLES_PAUSED_TEXT,
} from '@dolph/contract/notifications/notifications'
import { z } from 'zod'
import { defineMailTemplate } from '../../../platform/mail/mail-template.ts'
import { renderMail, shorten, shortenTitle } from '../../../platform/mail/render-mail.ts'
import { JOIN_REQUEST_DESCRIPTIONS } from './describe-join-request.ts'
import { joinNames, MailedLine, type LineTexts } from './mailed-line.ts'
import { buildUnsubscription } from './unsubscribe-links.ts'

/** One line of the member's notifications. */
export const notificationMail = defineMailTemplate(
  'notification',
  MailedLine.extend({ firstName: z.string(), path: z.string(), token: z.string() }),
  ({ firstName, path, token, ...line }, origin) => {
    const {
      subject,
      title,
      text,
      details = [],
      button,
      buttons,
      note,
    } = DESCRIPTIONS[line.kind]({
      ...line,
      post: shortenTitle(line.post),
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
        ...details.map((detail) => ({ text: detail })),
        buttons ? { buttons } : { button, path },
        ...(note === undefined ? [] : [{ note }]),
      ],
      unsubscribe: buildUnsubscription(line.kind, token),
    })
  },
)

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
  'room-mention': ({ count, people, post }) => ({
    subject:
      count === 1
        ? `${joinNames(people)} mentioned you in “${post}”`
        : `${count} messages in “${post}” mention you`,
    title: count === 1 ? 'You were mentioned' : `${count} messages mention you`,
    text: `${joinNames(people)} mentioned you in the room of “${post}”.`,
    button: 'Open the room',
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
    subject: 'Your report was reviewed',
    title: 'We looked at your report',
    text:
      outcome === 'acted'
        ? 'Thank you for your report. What you reported broke our rules, and we took action.'
        : 'Thank you for your report. What you reported did not break our rules, so we took no action.',
    button: 'See your notifications',
  }),
  ...JOIN_REQUEST_DESCRIPTIONS,
  'still-open': ({ excerpt }) => ({
    subject: 'Are you still looking for people?',
    title: 'Are you still looking?',
    text:
      excerpt === ROLES_PAUSED_TEXT
        ? 'Your roles are no longer shown:'
        : 'There has been no activity on these roles for three weeks. If you don’t answer, we’ll close them in two weeks:',
    button: 'Keep or close them',
    note: 'Posting an update, answering a request or editing the project keeps them open too.',
  }),
  update: ({ post }) => ({
    subject: `News from “${post}”`,
    title: 'A project you follow has news',
    text: `There is news from “${post}”:`,
    button: 'Read it',
  }),
  'repository-archived': ({ post }) => ({
    subject: `The repository of “${post}” is archived`,
    title: 'Your repository is archived',
    text: `“${post}” links to a repository that is archived. ${REPOSITORY_ARCHIVED_TEXT}`,
    button: 'Open the project',
  }),
  'export-ready': () => ({
    subject: EXPORT_READY_TEXT,
    title: EXPORT_READY_TEXT,
    text: `The copy of your data is made. You can download it in your settings for ${EXPORT_DAYS} days.`,
    button: 'Open the settings',
    note: 'We ask you to log in, and to confirm that it’s you. If you did not ask for a copy, change your password.',
  }),
}

/** Names what was hidden or limited in the words of the line. */
function describeDecision({ outcome, rule, post, decision }: MailedLine): LineTexts {
  const button = 'Read the decision'
  if (outcome === 'stands' || outcome === 'taken-back') {
    const text =
      outcome === 'stands'
        ? 'We looked again. The decision stands.'
        : 'We looked again. The decision is taken back. We are sorry.'
    return { subject: 'We looked at your objection', title: 'We looked again', text, button }
  }
  const headline = decision ? describeMeasure(decision, post) : 'A moderator made a decision'
  return {
    subject: headline,
    title: headline,
    text: `Something you posted was reported. A moderator looked at it and decided under our rule “${rule}”:`,
    note: `You may object once, within ${APPEAL_DAYS} days.`,
    button,
  }
}

function describeMeasure(
  { kind, about }: NonNullable<MailedLine['decision']>,
  post: string,
): string {
  if (kind !== 'hide') return LIMIT_TEXTS[kind] + (post === '' ? '' : `, because of “${post}”`)
  const { before, without } = HIDDEN_TEXTS[about]
  return `${before}${post === '' ? without : `“${post}”`} was hidden`
}

import { joinNames, type LineTexts, type MailedLine } from './mailed-line.ts'

type Describe = (line: MailedLine) => LineTexts

/** What mails say about join requests, invitations and teams. */
export const JOIN_REQUEST_DESCRIPTIONS = {
  'join-requested': ({ count, people, post, request }) => {
    const names = joinNames(people)
    if (count > 1 || !request) {
      return {
        subject: `${count} people ask to join “${post}”`,
        title: `${count} people ask to join`,
        text: `${names} would like to join “${post}”. The newest:`,
        button: 'Read and answer',
      }
    }
    return {
      subject: `${names} asks to join “${post}”`,
      title: `${names} asks to join`,
      text: `${names} would like to join “${post}” as ${request.role}:`,
      button: 'Read and answer',
      buttons: [
        { label: 'Accept', path: buildAnswerPath(request.id, 'accept') },
        { label: 'Let’s talk', path: buildAnswerPath(request.id, 'talk') },
        { label: 'Not now', path: buildAnswerPath(request.id, 'decline') },
      ],
      note: `Each button opens your answer, ready to send. Please answer by ${formatDay(request.dueAt)}.`,
    }
  },
  'join-answered': describeAnswer,
  invited: ({ people, post, request }) => ({
    subject: `${joinNames(people)} invites you to join “${post}”`,
    title: 'You are invited',
    text: `${joinNames(people)} would like you to join “${post}”${describeRole(request)}:`,
    button: 'Read and answer',
    ...(request && { note: `Please answer by ${formatDay(request.dueAt)}.` }),
  }),
  'join-due': ({ count, people, post, request }) => ({
    subject:
      count === 1
        ? `${joinNames(people)} is waiting for your answer about “${post}”`
        : `${count} people are waiting for your answer about “${post}”`,
    title: `${count === 1 ? 'Someone is waiting' : `${count} people are waiting`} for your answer`,
    text:
      count === 1
        ? `${joinNames(people)} ${request?.fromOwner ? 'invited you to join' : 'asked to join'} “${post}”:`
        : `${joinNames(people)} asked to join “${post}”. The newest:`,
    button: 'Answer',
    ...(request &&
      count === 1 && {
        note: `Please answer by ${formatDay(request.dueAt)}. After that, the request expires.`,
      }),
  }),
  'team-changed': ({ post }) => ({
    subject: `The team of “${post}” has changed`,
    title: 'Your team has changed',
    text: `Someone joined or left the team of “${post}”:`,
    button: 'See the team',
  }),
} satisfies Partial<Record<MailedLine['kind'], Describe>>

function describeAnswer({ people, post, request, excerpt }: MailedLine): LineTexts {
  const name = joinNames(people)
  const role = describeRole(request)
  const colon = excerpt === '' ? '.' : ':'
  const button = 'Read the answer'
  const isInvitation = request?.fromOwner === true
  const details = request?.explanation ? [request.explanation] : []
  switch (request?.state) {
    case 'accepted':
      return isInvitation
        ? {
            subject: `${name} joined “${post}”`,
            title: `${name} joined your team`,
            text: `${name} is on the team of “${post}”${role}${colon}`,
            button: 'See the invitation',
          }
        : {
            subject: `Welcome to the team of “${post}”`,
            title: 'Welcome to the team',
            text: `You are on the team of “${post}”${role}. ${excerpt === '' ? '' : `${name} writes:`}`.trim(),
            details: describeTeam(request),
            button: 'Meet the team',
          }
    case 'talking':
      return {
        subject: `${name} would like to talk about “${post}”`,
        title: 'Let’s talk',
        text: `${name} would like to talk with you about “${post}”${role}${colon}`,
        button,
      }
    case 'ended':
      return {
        subject: `Your ${isInvitation ? 'invitation' : 'request'} about “${post}” has ended`,
        title: `Your ${isInvitation ? 'invitation' : 'request'} has ended`,
        text: `This is about “${post}”${role}${colon}`,
        details,
        button: isInvitation ? 'See your invitation' : 'See other roles',
      }
    default:
      return {
        subject: `An answer about “${post}”`,
        title: 'You have an answer',
        text: `${name} answered your ${isInvitation ? 'invitation' : 'request'} about “${post}”${role}${colon}`,
        details,
        button,
      }
  }
}

/** Who is on the team, where the project is, and what to do first. */
function describeTeam({ team, links }: NonNullable<MailedLine['request']>): string[] {
  return [
    ...(team.length > 0 ? [`With you on the team: ${team.join(', ')}.`] : []),
    ...(links.length > 0 ? [`The project: ${links.join(' · ')}`] : []),
    'Say hello to the team, and tell them when you have time.',
  ]
}

function describeRole(request: MailedLine['request']): string {
  return request ? ` as ${request.role}` : ''
}

/** Opens the list with this answer ready to send: a program that follows links decides nothing. */
function buildAnswerPath(id: string, answer: 'accept' | 'talk' | 'decline'): string {
  return `/join-requests?answer=${answer}&id=${id}`
}

const dayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

function formatDay(time: string): string {
  return dayFormat.format(new Date(time))
}

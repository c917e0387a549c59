import {
  DECLINE_TEXTS,
  QUIET_TALK_DAYS,
  type DeclineReason,
  type JoinRequest,
  type JoinRequestBox,
} from '@dolph/contract/join-requests/join-requests'
import { DAY_MS } from '../../lib/day-ms.ts'

const weekdayFormat = new Intl.DateTimeFormat('en', { weekday: 'long' })
const dayFormat = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' })

/** The day in words, such as 'today', 'Thursday' or 'November 27'. */
export function formatDueDay(dueAt: string, now: Date): string {
  const due = new Date(dueAt)
  const days = Math.round((startOfDay(due) - startOfDay(now)) / DAY_MS)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days > 1 && days < 7 ? weekdayFormat.format(due) : dayFormat.format(due)
}

function startOfDay(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}

/** The tab that lists the request for this member. */
export function getBox({ fromOwner, person }: JoinRequest, me: string): JoinRequestBox {
  return (person._id === me) === fromOwner ? 'received' : 'sent'
}

/** The titles of the role and the post. Only their author reads those of a post that a moderator hid. */
export function getTitles({ role, post }: JoinRequest): {
  role: string
  post: string
} {
  return { role: role.title || 'a hidden role', post: post.title || 'a hidden project' }
}

/** What became of a request, in a few words. */
export function describeState(request: JoinRequest, me: string, now: Date): string {
  const { state, canAnswer, dueAt, isHidden, person, reason } = request
  if (state === 'waiting') {
    const day = formatDueDay(dueAt, now)
    return canAnswer ? `Answer by ${day}` : `Waiting · answer by ${day}`
  }
  if (isHidden && state !== 'accepted') return 'Hidden by a moderator'
  if (state === 'talking') return 'Talking'
  if (state === 'accepted') return person._id === me ? 'You are on the team' : 'On the team'
  if (state === 'declined') return reason === 'filled' ? 'The role is filled' : 'Declined'
  return state === 'withdrawn' ? 'Withdrawn' : describeEnd(request, me)
}

function describeEnd(request: JoinRequest, me: string): string {
  if (request.reason === 'quiet') return `Ended: no messages for ${QUIET_TALK_DAYS} days`
  if (request.reason === 'taken-down') return 'Ended: the role was removed'
  return getBox(request, me) === 'received'
    ? 'Expired without your answer'
    : 'Expired without an answer'
}

/** The reasons that make sense: somebody who is invited speaks for no team. */
export function listReasons({ fromOwner }: JoinRequest): readonly DeclineReason[] {
  return fromOwner ? ['hours', 'later'] : ['filled', 'experience', 'hours', 'changed', 'later']
}

/** The ready sentence of a reason, which can be edited. */
export function getReasonText(reason: DeclineReason, { fit, fromOwner }: JoinRequest): string {
  if (fromOwner && reason === 'hours') return 'My hours don’t match.'
  const skill = fit?.obstacles.mustSkills[0] ?? fit?.skills.missing[0] ?? fit?.skills.had[0]
  const text = DECLINE_TEXTS[reason]
  return skill === undefined
    ? text.replace(' with {skill}', '')
    : text.replace('{skill}', () => skill)
}

/** The conversation with the first words of the answer in its field; the request is answered when they are sent. */
export function buildTalkPath({ _id, counterpart }: JoinRequest): string | undefined {
  return counterpart ? `/messages/${counterpart._id}?answer=${_id}` : undefined
}

/** The words with which the field opens. */
export function composeOpening(request: JoinRequest): string {
  const { fromOwner, counterpart, role } = request
  const as = role.title === '' ? '' : ` as ${role.title}`
  const thanks = fromOwner ? 'inviting me to join' : 'asking to join'
  return `Hi ${counterpart?.userName ?? ''}, thanks for ${thanks}${as}. `
}

/** The labels of the answers; somebody who is invited joins. */
export function getAnswerLabels({ fromOwner }: Pick<JoinRequest, 'fromOwner'>) {
  return {
    accept: fromOwner ? 'Join the team' : 'Accept',
    talk: 'Let’s talk',
    decline: 'Not now',
  } as const
}

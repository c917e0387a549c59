import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { DAY_MS } from '../../lib/day-ms.ts'
import { useNow } from '../../lib/now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { LazyHiddenNotice } from '../moderation/lazy-hidden-notice.tsx'
import { FitLine } from '../roles/fit-line.tsx'
import { AnswerActions } from './answer-actions.tsx'
import type { AnswerKind } from './data.ts'
import { describeState, getBox, getTitles } from './describe-join-request.ts'
import { FittingRoles } from './fitting-roles.tsx'
import { JoinRequestMenu } from './join-request-menu.tsx'
import { WaterLine } from './water-line.tsx'
import { buildWelcomePath } from './welcome-path.ts'
import { WithdrawButton } from './withdraw-button.tsx'

interface Props {
  request: JoinRequest
  me: string
  /** A link led to this row: it is scrolled to and gets the focus. */
  isTarget?: boolean
  prepared?: AnswerKind | undefined
}

/** One request or invitation, with what the member can do about it. */
export function JoinRequestRow({ request, me, isTarget = false, prepared }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const now = useNow()
  const { counterpart, state, note, answer, fit, hours, canAnswer, canWithdraw, isHidden } = request
  const box = getBox(request, me)
  const isOver = !['waiting', 'talking'].includes(state)

  useEffect(() => {
    if (!isTarget) return
    row.current?.scrollIntoView({ block: 'nearest' })
    if (!row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true })
  }, [isTarget])

  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cx(
        'flex gap-3 p-4 sm:gap-4 sm:p-5 focus-visible:-outline-offset-2',
        isTarget && 'bg-primary-soft',
      )}
    >
      <Avatar name={counterpart?.userName ?? '?'} picture={counterpart?.profilePicture} />
      <div className="grid min-w-0 flex-1 gap-2.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
            <Headline request={request} me={me} />
          </p>
          <div className="flex items-center gap-1">
            <Badge tone={STATE_TONES[state]}>{describeState(request, me, now)}</Badge>
            {box === 'received' && !isHidden && <JoinRequestMenu request={request} />}
          </div>
        </div>
        <p className="text-sm text-faint">
          <RelativeTime at={request.createdAt} />
          {hours !== null && ` · ${hours} h a week`}
        </p>
        {state === 'waiting' && <WaterLine from={request.createdAt} to={request.dueAt} now={now} />}
        {fit && !isOver && <FitLine fit={fit} />}
        {note !== '' && <Quote>{note}</Quote>}
        {answer !== '' && (
          <div className="grid gap-1 text-sm">
            <p className="font-medium">Answer</p>
            <Quote>{answer}</Quote>
          </div>
        )}
        {isHidden && box === 'sent' && <LazyHiddenNotice subject={request._id} />}
        {state === 'talking' && counterpart && (
          <Link
            to={`/messages/${counterpart._id}`}
            className="min-h-6 justify-self-start text-sm font-medium text-link hover:underline"
          >
            Open the conversation
          </Link>
        )}
        {state === 'accepted' && request.person._id === me && request.post._id !== null && (
          <Link
            to={buildWelcomePath(request._id)}
            className="min-h-6 justify-self-start text-sm font-medium text-link hover:underline"
          >
            Meet the team
          </Link>
        )}
        {canAnswer && (
          // A new key: the row may be listed before the link that leads to it is resolved.
          <AnswerActions key={prepared} request={request} frame={row} prepared={prepared} />
        )}
        {canWithdraw && <WithdrawButton request={request} frame={row} />}
        {isRefused(request, me) && <Refusal request={request} me={me} />}
      </div>
    </li>
  )
}

const STATE_TONES: Record<JoinRequest['state'], Tone> = {
  waiting: 'amber',
  talking: 'sky',
  accepted: 'leaf',
  declined: 'slate',
  withdrawn: 'slate',
  ended: 'slate',
}

function Headline({ request, me }: { request: JoinRequest; me: string }) {
  const { counterpart, fromOwner, post } = request
  const titles = getTitles(request)
  const name = counterpart ? (
    <Link
      to={`/profile/${counterpart.userName}`}
      className="font-semibold hover:text-link hover:underline"
    >
      {counterpart.userName}
    </Link>
  ) : (
    <span className="font-semibold">A deleted member</span>
  )
  const isReceived = getBox(request, me) === 'received'
  const place = (
    <>
      <strong className="font-semibold">
        <bdi>{titles.role}</bdi>
      </strong>
      {' · '}
      {post._id === null || post.title === '' ? (
        <bdi>{titles.post}</bdi>
      ) : (
        <Link to={`/posts/${post._id}`} className="text-link hover:underline">
          <bdi>{titles.post}</bdi>
        </Link>
      )}
    </>
  )
  if (isReceived) {
    return (
      <>
        {name} {fromOwner ? 'invites you to join as' : 'asks to join as'} {place}
      </>
    )
  }
  return fromOwner ? (
    <>
      You invited {name} to join as {place}
    </>
  ) : (
    <>You asked to join as {place}</>
  )
}

function Quote({ children }: { children: ReactNode }) {
  return (
    <p
      dir="auto"
      className="max-w-[70ch] border-l-2 border-line pl-3 text-sm whitespace-pre-line wrap-anywhere [unicode-bidi:plaintext]"
    >
      {children}
    </p>
  )
}

/** Why a request led to no team, and for two weeks other roles: later the member has moved on, and the list would repeat them. */
function Refusal({ request, me }: { request: JoinRequest; me: string }) {
  const explanation = explainRefusal(request)
  const age = useNow().getTime() - Date.parse(request.answeredAt ?? request.dueAt)
  if (age > ROLES_OFFERED_MS) return <p className="text-sm empty:hidden">{explanation}</p>
  return <FittingRoles me={me} refusingPostId={request.post._id} explanation={explanation} />
}

const ROLES_OFFERED_MS = 14 * DAY_MS

/** Whether the member's own request led to no team. */
function isRefused({ person, fromOwner, isHidden, state }: JoinRequest, me: string): boolean {
  if (isHidden) return false
  return person._id === me && !fromOwner && (state === 'ended' || state === 'declined')
}

function explainRefusal({ owner, state, reason }: JoinRequest): string {
  if (state === 'ended' && reason === 'no-answer') {
    return `${owner?.userName ?? 'The owner'} did not answer in time. It’s not about you.`
  }
  return ''
}

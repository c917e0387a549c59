import type { Notification, NotificationKind } from '@dolph/contract/notifications/notifications'
import {
  Archive,
  AtSign,
  CircleHelp,
  Download,
  Clock,
  Flag,
  Gavel,
  Heart,
  MailCheck,
  Megaphone,
  MessageSquare,
  Reply,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import type { IconType } from '../../ui/icon.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TONE_CLASS, type Tone } from '../../ui/tone.ts'
import { describeNotification } from './describe-notification.ts'
import { POST_KINDS } from './post-kinds.ts'

interface Props {
  line: Notification
  /** The line was opened: it counts as read. */
  onOpen: (line: Notification) => void
  /** What the member can answer without leaving the list. */
  answer?: ReactNode
}

/** One line of the list: a link to what it is about, or a button that reads it where that is gone. */
export function NotificationLine({ line, onOpen, answer }: Props) {
  const content = <LineContent line={line} />
  return (
    <li data-unread={!line.isRead || undefined} className="relative data-unread:bg-primary-soft/40">
      {line.to !== null ? (
        <Link to={line.to} onClick={() => onOpen(line)} className={cx(LINE_CLASS, ACTION_CLASS)}>
          {content}
        </Link>
      ) : line.isRead ? (
        <div className={LINE_CLASS}>{content}</div>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(line)}
          className={cx(LINE_CLASS, ACTION_CLASS, 'w-full text-left')}
        >
          {content}
        </button>
      )}
      {answer}
    </li>
  )
}

function LineContent({ line }: { line: Notification }) {
  const { before, title, after } = describeNotification(line)
  const isGone =
    line.to === null && (POST_KINDS.includes(line.kind) || line.kind.startsWith('join-'))
  return (
    <>
      <LinePicture line={line} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={cx('text-pretty wrap-anywhere', line.isRead ? 'text-muted' : 'text-ink')}>
          {!line.isRead && <span className="sr-only">Unread: </span>}
          {before}
          {title !== undefined && (
            <span className={line.isRead ? 'font-medium' : 'font-semibold'}>
              “<bdi>{title}</bdi>”
            </span>
          )}
          {after}
        </span>
        {isGone ? (
          <Detail>This project is gone</Detail>
        ) : (
          line.excerpt !== '' && <Detail>{line.excerpt}</Detail>
        )}
        <span className="text-xs text-faint">
          <RelativeTime at={line.at} />
        </span>
      </span>
      <span aria-hidden="true" className="mt-1.5 size-2.5 shrink-0">
        {!line.isRead && <span className="block size-full rounded-full bg-primary" />}
      </span>
    </>
  )
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="truncate text-faint">
      {children}
    </span>
  )
}

/** The newest person behind the line, with the kind as a small mark; without a person the kind alone. */
function LinePicture({ line: { kind, people } }: { line: Notification }) {
  const { icon: Icon, tone } = KIND_MARKS[kind]
  const [person] = people
  if (!person) {
    return (
      <span className={cx(MARK_CLASS, TONE_CLASS[tone], 'size-9')}>
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
    )
  }
  return (
    <span className="relative shrink-0 self-start">
      <Avatar name={person.userName} picture={person.profilePicture} />
      <span
        className={cx(
          MARK_CLASS,
          TONE_CLASS[tone],
          'absolute -right-1.5 -bottom-1.5 size-5 ring-2 ring-raised',
        )}
      >
        <Icon className="size-3" aria-hidden="true" />
      </span>
    </span>
  )
}

const KIND_MARKS: Record<NotificationKind, { icon: IconType; tone: Tone }> = {
  comment: { icon: MessageSquare, tone: 'sky' },
  reply: { icon: Reply, tone: 'iris' },
  mention: { icon: AtSign, tone: 'orchid' },
  'room-mention': { icon: AtSign, tone: 'orchid' },
  like: { icon: Heart, tone: 'rose' },
  decision: { icon: Gavel, tone: 'amber' },
  report: { icon: Flag, tone: 'slate' },
  'join-requested': { icon: UserPlus, tone: 'leaf' },
  'join-answered': { icon: MailCheck, tone: 'leaf' },
  invited: { icon: UserPlus, tone: 'iris' },
  'join-due': { icon: Clock, tone: 'amber' },
  'still-open': { icon: CircleHelp, tone: 'amber' },
  'team-changed': { icon: Users, tone: 'sky' },
  update: { icon: Megaphone, tone: 'sky' },
  'repository-archived': { icon: Archive, tone: 'slate' },
  'export-ready': { icon: Download, tone: 'iris' },
}

const MARK_CLASS = 'grid shrink-0 place-items-center rounded-full bg-tone-fill text-on-tone'

const LINE_CLASS = 'flex gap-3 px-4 py-3 text-sm'

const ACTION_CLASS =
  'transition-colors hover:bg-hover active:bg-pressed focus-visible:-outline-offset-2'

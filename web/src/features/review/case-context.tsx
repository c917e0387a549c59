import {
  listMessagePictures,
  toSmallMessagePictureUrl,
} from '@dolph/contract/messaging/message-pictures'
import { COVER_SIZES, toCardCoverUrl } from '@dolph/contract/posts/post-pictures'
import type { Case, ReportedMessage } from '@dolph/contract/review/review'
import { cx } from '../../ui/cx.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { CaseSection } from './case-section.tsx'

/** What was reported, in its place. */
export function CaseContext({ data }: { data: Case }) {
  const { title, text, cover, messages } = data.context
  const path = getPath(data)
  const isGone = title === '' && text === '' && messages.length === 0
  return (
    <CaseSection
      title="What was reported"
      aside={path && !isGone && <TextLink to={path}>View in context</TextLink>}
    >
      <div className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-5">
        {isGone && (
          <p className="text-muted">
            {data.excerpt ? 'It was deleted. It began with:' : 'It was deleted, or is empty.'}
          </p>
        )}
        {isGone && data.excerpt && (
          <p dir="auto" className="wrap-anywhere">
            {data.excerpt}
          </p>
        )}
        {title && (
          <p
            dir="auto"
            className={cx(
              'wrap-anywhere',
              data.subject.kind === 'comment' ? 'text-sm text-muted' : 'text-lg font-semibold',
            )}
          >
            {data.subject.kind === 'comment' && 'On the post '}
            <bdi>{title}</bdi>
          </p>
        )}
        {cover && (
          <img
            src={toCardCoverUrl(cover.url)}
            alt={cover.alt || 'The cover'}
            {...COVER_SIZES.card}
            loading="lazy"
            decoding="async"
            className="aspect-video h-auto max-w-full rounded-card bg-sunken"
          />
        )}
        {text && data.subject.kind === 'join-request' && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        )}
        {text && data.subject.kind !== 'join-request' && (
          <Markdown text={text} headingLevel={4} hasPictures className="min-w-0" />
        )}
        {messages.length > 0 && (
          <MessageExcerpt messages={messages} author={data.author?.userName ?? 'Deleted User'} />
        )}
      </div>
    </CaseSection>
  )
}

function getPath({ subject, context, author }: Case): string | undefined {
  // A hidden post has a page for its author only.
  if (context.isHidden && subject.kind === 'post') return undefined
  if (subject.kind === 'comment' && context.postId)
    return `/posts/${context.postId}#comment-${subject.id}`
  if (subject.kind === 'post') return `/posts/${subject.id}`
  return subject.kind === 'member' && author ? `/profile/${author.userName}` : undefined
}

/** The pictures of the reported message, also when it was deleted since. */
function ReportedPictures({ text }: { text: string }) {
  return listMessagePictures(text).map((url) => (
    <a key={url} href={url} target="_blank" rel="noopener">
      <img
        src={toSmallMessagePictureUrl(url)}
        alt="In the reported message"
        loading="lazy"
        decoding="async"
        className="max-h-80 max-w-full rounded-card bg-sunken"
      />
    </a>
  ))
}

/** The messages that came with the report, as plain text; the reported one is the last. */
function MessageExcerpt({ messages, author }: { messages: ReportedMessage[]; author: string }) {
  return (
    <ol aria-label="Messages" className="grid gap-2">
      {messages.map(({ isByAuthor, teammate, content, earlier = [], createdAt }, index) => (
        <li
          key={`${createdAt}-${index}`}
          className={cx(
            'grid max-w-[85%] gap-1',
            isByAuthor
              ? 'justify-items-start justify-self-start'
              : 'justify-items-end justify-self-end',
          )}
        >
          <p className="text-xs text-faint">
            {isByAuthor ? author : teammate ? `Team member ${teammate}` : 'Reporter'} ·{' '}
            <RelativeTime at={createdAt} />
            {index === messages.length - 1 && (
              <span className="font-medium text-danger"> · Reported</span>
            )}
          </p>
          <p
            dir="auto"
            className={cx(
              'rounded-sheet px-3.5 py-2 text-sm whitespace-pre-wrap wrap-anywhere',
              isByAuthor ? 'bg-hover' : 'bg-bubble text-on-bubble',
              index === messages.length - 1 && 'outline-2 outline-offset-2 outline-danger',
            )}
          >
            {content}
          </p>
          {index === messages.length - 1 && (
            <ReportedPictures text={[content, ...earlier].join('\n')} />
          )}
          {earlier.map((text) => (
            <p
              key={text}
              dir="auto"
              className="text-xs whitespace-pre-wrap text-muted wrap-anywhere"
            >
              Before it was changed: {text}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

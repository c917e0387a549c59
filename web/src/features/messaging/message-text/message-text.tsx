import { splitAtMentions } from '@dolph/contract/mentions/mentions'
import { Link } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { linkifyText } from './linkify-text.ts'

/** A member whom a message mentions. */
export interface Mention {
  userName: string
  isViewer: boolean
}

interface Props {
  content: string
  mentions?: readonly Mention[] | undefined
  /** The search text to highlight. */
  q?: string | undefined
}

/** The text of a message as plain text, in which only web URLs and mentioned members become links. */
export function MessageText({ content, mentions = NOBODY, q }: Props) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {linkifyText(content).map(({ text, href }, index) =>
        href === undefined ? (
          // The index is the only key: parts of one text have no id, and never move.
          <MentioningText key={index} text={text} mentions={mentions} q={q} />
        ) : (
          <a
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline decoration-current/50 underline-offset-2 hover:decoration-current focus-visible:outline-current"
          >
            <HighlightedText text={text} q={q} />
          </a>
        ),
      )}
    </p>
  )
}

const NOBODY: readonly Mention[] = []

interface MentioningTextProps {
  text: string
  mentions: readonly Mention[]
  q: string | undefined
}

function MentioningText({ text, mentions, q }: MentioningTextProps) {
  if (mentions.length === 0) return <HighlightedText text={text} q={q} />
  return splitAtMentions(text).map((part, index) => {
    const name = part.name?.toLowerCase()
    const mention = mentions.find(({ userName }) => userName.toLowerCase() === name)
    return mention ? (
      <Link
        key={index}
        to={`/profile/${mention.userName}`}
        className={cx(
          'rounded-sm font-semibold hover:underline focus-visible:outline-current',
          mention.isViewer && 'bg-primary-soft px-0.5 text-link',
        )}
      >
        <HighlightedText text={part.text} q={q} />
      </Link>
    ) : (
      <HighlightedText key={index} text={part.text} q={q} />
    )
  })
}

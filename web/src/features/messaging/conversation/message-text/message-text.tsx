import { HighlightedText } from '../../../../ui/highlighted-text.tsx'
import { linkifyText } from './linkify-text.ts'

interface Props {
  content: string
  /** The search text to highlight. */
  q?: string | undefined
}

/** The text of a message as plain text, in which only web URLs become links. */
export function MessageText({ content, q }: Props) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {linkifyText(content).map(({ text, href }, index) =>
        href === undefined ? (
          // The index is the only key: parts of one text have no id, and never move.
          <HighlightedText key={index} text={text} q={q} />
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

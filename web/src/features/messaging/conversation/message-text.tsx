import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { linkifyText } from './linkify-text.ts'

interface Props {
  content: string
  /** What was searched for, and is to stand out. */
  q?: string | undefined
}

/** What somebody wrote, letter by letter; only addresses of web pages become links. */
export function MessageText({ content, q }: Props) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {linkifyText(content).map(({ text, href }, index) =>
        href === undefined ? (
          // The parts of one text have no other name than their place.
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

import { ChevronDown, Link2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { MailLink } from '../support.tsx'
import type { Question, AnswerLink } from './questions.ts'

interface Props {
  question: Question
  /** Search text to highlight. */
  q: string
  /** True if the question is linked in the URL or the match is in its answer. */
  shouldOpen: boolean
}

/** A question that expands to show its answer. */
export function QuestionItem({ question: { id, question, answer }, q, shouldOpen }: Props) {
  const [isOpen, setOpen] = useState(shouldOpen)
  const [previousShouldOpen, setPreviousShouldOpen] = useState(shouldOpen)
  if (shouldOpen !== previousShouldOpen) {
    setPreviousShouldOpen(shouldOpen)
    setOpen(shouldOpen)
  }

  return (
    <details
      id={id}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 font-medium transition-colors hover:bg-hover focus-visible:-outline-offset-2 active:bg-pressed sm:px-5 [&::-webkit-details-marker]:hidden">
        <h3>
          <HighlightedText text={question} q={q} />
        </h3>
        <ChevronDown
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid max-w-[70ch] gap-3 px-4 pb-5 text-muted sm:px-5">
        {answer.map((paragraph, paragraphIndex) => (
          // Index keys: the paragraphs of an answer and their pieces have no ids and never change their order.
          <p key={paragraphIndex} className="text-pretty">
            {paragraph.map((piece, index) =>
              typeof piece === 'string' ? (
                <HighlightedText key={index} text={piece} q={q} />
              ) : (
                <AnswerLinkView key={index} link={piece} q={q} />
              ),
            )}
          </p>
        ))}
        <Link
          to={`/help#${id}`}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-sm text-faint hover:text-ink hover:underline"
        >
          <Link2 className="size-4" aria-hidden="true" />
          Link to this answer
        </Link>
      </div>
    </details>
  )
}

const MAILTO_PREFIX = 'mailto:'

function AnswerLinkView({ link: { text, to }, q }: { link: AnswerLink; q: string }) {
  if (to.startsWith(MAILTO_PREFIX)) return <MailLink address={to.slice(MAILTO_PREFIX.length)} />
  return (
    <TextLink to={to}>
      <HighlightedText text={text} q={q} />
    </TextLink>
  )
}

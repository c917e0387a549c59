import { splitByMatches, splitByWordStarts } from './search-highlight.ts'

interface Props {
  text: string
  q: string | undefined
  /** Highlights a match only where it begins a word. */
  wordStartsOnly?: boolean
}

/** Text with the matches of a search highlighted. */
export function HighlightedText({ text, q, wordStartsOnly = false }: Props) {
  if (!q) return text
  const segments = wordStartsOnly ? splitByWordStarts(text, q) : splitByMatches(text, q)
  return segments.map((segment, index) =>
    segment.isMatch ? (
      // Segments of one text have no identity other than their index.
      <mark
        key={index}
        className="tone-amber rounded-[3px] bg-tone-fill text-on-tone dark:bg-tone dark:text-canvas"
      >
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  )
}

import { splitByMatches } from './search-highlight.ts'

/** Text with the matches of a search highlighted. */
export function HighlightedText({ text, q }: { text: string; q: string | undefined }) {
  if (!q) return text
  return splitByMatches(text, q).map((segment, index) =>
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

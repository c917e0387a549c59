import { splitByMatches } from './search-highlight.ts'

/** Text in which whatever was searched for stands out. */
export function HighlightedText({ text, q }: { text: string; q: string | undefined }) {
  if (!q) return text
  return splitByMatches(text, q).map((piece, index) =>
    piece.isMatch ? (
      // The pieces of one text have no other name than their place.
      <mark
        key={index}
        className="tone-amber rounded-[3px] bg-tone-fill text-on-tone dark:bg-tone dark:text-canvas"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

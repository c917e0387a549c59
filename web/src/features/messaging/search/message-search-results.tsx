import { SearchX } from 'lucide-react'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { extractExcerpt } from '../../../ui/search-highlight.ts'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { FoundMessage, SearchTarget } from './search-target.ts'
import type { useMessageSearch } from './use-message-search.ts'
import { formatMessageTime } from '../message-time.ts'

interface Props {
  matches: readonly FoundMessage[]
  q: string
  getSenderName: SearchTarget['getSenderName']
  selectedIndex: number | null
  search: ReturnType<typeof useMessageSearch>
  onChoose: (index: number) => void
}

/** The matches of a search in a conversation, shown below its field. */
export function MessageSearchResults({
  matches,
  q,
  getSenderName,
  selectedIndex,
  search,
  onChoose,
}: Props) {
  const now = useNow()
  const { isPending, hasMore, failure, loadMore } = search
  return (
    <div className="absolute inset-x-0 top-full max-h-80 overflow-y-auto overscroll-contain border-b border-line bg-raised text-sm shadow-soft">
      {matches.length > 0 && (
        <ol aria-label="Matches" className="grid p-2">
          {matches.map(({ _id, sender, content, createdAt }, index) => (
            <li key={_id}>
              <button
                type="button"
                aria-current={index === selectedIndex ? 'true' : undefined}
                onClick={() => onChoose(index)}
                className="grid w-full gap-0.5 rounded-control px-3 py-2 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 active:bg-pressed aria-[current=true]:bg-primary-soft"
              >
                <span className="flex items-baseline gap-2">
                  <span className="min-w-0 flex-1 truncate font-medium">
                    {getSenderName(sender)}
                  </span>
                  <time dateTime={createdAt} className="shrink-0 text-xs text-faint tabular-nums">
                    {formatMessageTime(createdAt, now)}
                  </time>
                </span>
                <span dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
                  <HighlightedText text={extractExcerpt(content, q)} q={q} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {matches.length === 0 && !isPending && !hasMore && failure === null && (
        <p className="flex items-center justify-center gap-2 p-5 text-muted">
          <SearchX className="size-4 shrink-0" aria-hidden="true" />
          No messages found
        </p>
      )}
      {matches.length === 0 && (isPending || hasMore) && failure === null && (
        <p className="grid animate-arrive-late place-items-center p-5 text-muted">
          <Spinner />
        </p>
      )}
      {failure !== null && (
        <div className="flex flex-wrap items-center justify-center gap-3 p-4">
          <p role="alert" className="text-danger">
            {failure}
          </p>
          <Button size="sm" busy={isPending} onClick={loadMore}>
            Retry
          </Button>
        </div>
      )}
      {matches.length > 0 && hasMore && failure === null && (
        <div className="p-2 pt-0">
          <Button variant="ghost" size="sm" busy={isPending} onClick={loadMore} className="w-full">
            Look further back
          </Button>
        </div>
      )}
    </div>
  )
}

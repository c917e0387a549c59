import type { FoundPage, SearchTarget } from './search-target.ts'

/** One request searches a part of a long history; after so many without a match, the member decides whether to go on. */
const EMPTY_PAGES_MAX = 20

/** The next matches before the message `from`, newest first. */
export async function searchConversation(
  { searchPage }: SearchTarget,
  q: string,
  from: string | null,
  signal: AbortSignal,
): Promise<FoundPage> {
  let before = from
  for (let attempt = 1; ; attempt += 1) {
    const { messages, next } = await searchPage(q, before, signal)
    if (messages.length > 0 || next === null || attempt === EMPTY_PAGES_MAX)
      return { messages, next }
    before = next
  }
}

import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The queries that a page was rendered from on the server, so that the browser starts with the same data. */
export interface PageData {
  /** When the page was rendered, in milliseconds by the server's clock. */
  renderedAt: number
  queries: { key: QueryKey; data: unknown }[]
}

const BLOCK_ID = 'page-data'

/** The data as a script element of JSON. It is escaped, so that nothing in it can end the element. */
export function serializePageData(data: PageData): string {
  const json = JSON.stringify(data).replaceAll(/[<\u2028\u2029]/g, escapeCharacter)
  return `<script type="application/json" id="${BLOCK_ID}">${json}</script>`
}

/** Null on a page that was rendered without data. */
export function readPageData(): PageData | null {
  const text = document.getElementById(BLOCK_ID)?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}

/** `updatedAt`: when the data was current; 0 makes each page refetch it at once. */
export function hydrateQueryClient(
  client: QueryClient,
  { queries }: PageData,
  updatedAt: number,
): void {
  for (const { key, data } of queries) client.setQueryData(key, data, { updatedAt })
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What a page was rendered from on the server, for the browser to start from the same. */
export interface PageData {
  /** When it was rendered, in milliseconds by the server's clock. */
  at: number
  queries: { key: QueryKey; data: unknown }[]
}

const BLOCK_ID = 'page-data'

/** A block of data to go with the page. Nothing in it can end the block or begin another. */
export function serializePageData(data: PageData): string {
  const json = JSON.stringify(data).replaceAll(/[<\u2028\u2029]/g, escapeCharacter)
  return `<script type="application/json" id="${BLOCK_ID}">${json}</script>`
}

/** Null on a page that was rendered from nothing. */
export function readPageData(): PageData | null {
  const text = document.getElementById(BLOCK_ID)?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}

/** `updatedAt`: as of when it holds; 0 has each page look for something newer at once. */
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

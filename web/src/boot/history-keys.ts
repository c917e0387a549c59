/**
 * Gives each history entry a key of its own, under which the router keeps its scroll position. The router itself shares the key
 * 'default' among all entries that it did not create: every fresh load, and every native link to a fragment. Call it before the
 * router is created, whose listener reads the key.
 */
export function assignHistoryKeys(): void {
  assignMissingKey()
  window.addEventListener('popstate', assignMissingKey)
}

function assignMissingKey(): void {
  const state: unknown = history.state
  const fields = typeof state === 'object' && state !== null ? state : {}
  if ('key' in fields) return
  // Not `crypto.randomUUID`, which is missing where the page is served over plain HTTP.
  history.replaceState({ ...fields, key: Math.random().toString(36).slice(2) }, '')
}

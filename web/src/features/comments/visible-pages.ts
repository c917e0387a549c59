/** The indexes of the pages with a thread on the screen, read from the `data-page` attributes. */
export function getVisibleThreadPages(): Set<number> {
  const pages = new Set<number>()
  for (const thread of document.querySelectorAll<HTMLElement>('li[data-page]')) {
    const { top, bottom } = thread.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) pages.add(Number(thread.dataset['page']))
  }
  return pages
}

/** Whether a reply to this comment is being written or sent. */
export function isReplyInProgress(id: string): boolean {
  return document.querySelector(`[data-replying-to="${CSS.escape(id)}"]`) !== null
}

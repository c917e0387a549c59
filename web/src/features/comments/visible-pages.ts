/** Threads say in which page they stand; those that touch the screen count. */
export function getVisibleThreadPages(): Set<number> {
  const pages = new Set<number>()
  for (const thread of document.querySelectorAll<HTMLElement>('li[data-page]')) {
    const { top, bottom } = thread.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) pages.add(Number(thread.dataset['page']))
  }
  return pages
}

/** Whether an answer to this comment is being written or sent. */
export function isReplyInProgress(id: string): boolean {
  return document.querySelector(`[data-answering="${CSS.escape(id)}"]`) !== null
}

import type { Message } from '@dolph/contract/messaging/messaging'

/** What only somebody types who wants it formatted: code, bold, strikethrough, a link, a quote or a list. */
const MARKDOWN = /`|\*\*|~~|\]\(|^ {0,3}(?:>|[-*+]|\d{1,9}[.)]) /m

/** How a text is sent: as Markdown if it has its marks. Any other is shown as typed. */
export function getFormat(text: string): Message['format'] {
  return MARKDOWN.test(text) ? 'markdown' : undefined
}

/** Whether the end of a text is inside a block of code, where Enter starts a line. */
export function endsInCode(text: string): boolean {
  let fence = ''
  for (const [, marks = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (fence === '') fence = marks
    else if (marks.startsWith(fence)) fence = ''
  }
  return fence !== ''
}

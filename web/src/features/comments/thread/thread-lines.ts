import { COMMENT_DEPTH_MAX } from '@dolph/contract/comments/comments'
import { cx } from '../../../ui/cx.ts'

/** The number of indentation steps on a phone: deeper replies are not indented further. */
export const MOBILE_INDENT_MAX = 3

/** The indentation of the replies to a comment at `depth`. */
export function getRepliesClass(depth: number): string | undefined {
  if (depth < MOBILE_INDENT_MAX) return 'pl-(--step)'
  return depth < COMMENT_DEPTH_MAX ? 'sm:pl-(--step)' : undefined
}

/** The spacing of a reply to a comment at `depth`, and the line that connects the two avatars. */
export function getBranchClass(depth: number): string {
  if (depth < MOBILE_INDENT_MAX) return BRANCH_LINES
  return depth < COMMENT_DEPTH_MAX
    ? cx(BRANCH_LINES, 'max-sm:before:hidden max-sm:after:hidden')
    : BRANCH_SPACING
}

const BRANCH_SPACING = 'relative pt-5'

const BRANCH_LINES = cx(
  BRANCH_SPACING,
  'before:absolute before:top-0 before:left-[calc(var(--avatar)/2-var(--step))]',
  'before:h-[calc(1.25rem+var(--avatar)/2)] before:w-[calc(var(--step)-var(--avatar)/2-0.25rem)]',
  'before:rounded-bl-[10px] before:border-b before:border-l before:border-line',
  'not-last:after:absolute not-last:after:inset-y-0 not-last:after:border-l not-last:after:border-line',
  'not-last:after:left-[calc(var(--avatar)/2-var(--step))]',
)

import type { FlatComment } from '@dolph/contract/comments/comments'
import { Markdown } from '../../../ui/markdown/markdown.tsx'

interface Props {
  content: string
  /** Whom the server found in the text; nobody in one that is not sent yet. */
  mentions?: FlatComment['mentions']
}

/** The Markdown text of a comment; its headings have the size of the text, so they do not compete with the page's. */
export function CommentBody({ content, mentions = [] }: Props) {
  return (
    <Markdown
      text={content}
      headingLevel={3}
      mentions={mentions.map(({ userName }) => userName)}
      className={BODY_CLASS}
    />
  )
}

// `!` overrides Markdown's own sizes, which suit a reading column and are declared outside any cascade layer.
const BODY_CLASS =
  'text-base/6 sm:text-sm/6 [&_:is(.rank-1,.rank-2,.rank-3)]:text-[1em]! [&>*+*]:mt-2.5! [&_pre]:text-[0.9em]!'

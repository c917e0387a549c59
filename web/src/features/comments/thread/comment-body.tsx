import { Markdown } from '../../../ui/markdown/markdown.tsx'

/** The Markdown text of a comment; its headings have the size of the text, so they do not compete with the page's. */
export function CommentBody({ content }: { content: string }) {
  return <Markdown text={content} headingLevel={3} className={BODY_CLASS} />
}

// `!` overrides Markdown's own sizes, which suit a reading column and are declared outside any cascade layer.
const BODY_CLASS =
  'text-base/6 sm:text-sm/6 [&_:is(.rank-1,.rank-2,.rank-3)]:text-[1em]! [&>*+*]:mt-2.5! [&_pre]:text-[0.9em]!'

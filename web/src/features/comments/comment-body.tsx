import { Markdown } from '../../ui/markdown.tsx'

/** What was written, in the size of a remark: headings in it do not compete with those of the page. */
export function CommentBody({ content }: { content: string }) {
  return <Markdown text={content} headingLevel={3} className={BODY_CLASS} />
}

// Markdown's own sizes are those of a reading column and are not in a layer.
const BODY_CLASS =
  'text-base/6 sm:text-sm/6 [&_:is(.rank-1,.rank-2,.rank-3)]:text-[1em]! [&>*+*]:mt-2.5! [&_pre]:text-[0.9em]!'

import type { Exported } from '@dolph/contract/exports/exported-data'
import { describeName, formatTime } from './render-items.ts'

type Post = Exported<'posts'>
type Comment = Exported<'threads'>

/** A post as Markdown, with the threads below it. Its pictures are in the copy. */
export function renderPost(post: Post, comments: readonly Comment[]): string {
  const links = [post.github, post.demo, post.projectUrl].filter((link) => link !== '')
  const parts = [
    `# ${post.title}`,
    [post.type, formatTime(post.createdAt), ...links].map((line) => `- ${line}`).join('\n'),
    linkPictures(post.body),
  ]
  if (comments.length > 0) parts.push('## Comments', renderThreads(comments))
  return `${parts.join('\n\n')}\n`
}

export function renderUpdate({ postTitle, body, state, createdAt }: Exported<'updates'>): string {
  const title = postTitle === null ? 'Update' : `Update of ${postTitle}`
  const text = state === null ? linkPictures(body) : `The project is now: ${state}`
  return `# ${title}\n\n${formatTime(createdAt)}\n\n${text}\n`
}

/** The name of a file of the post or update: the day, the beginning of its title, and the end of its id, which makes it unique. */
export function buildMarkdownName(
  folder: string,
  { _id, createdAt }: { _id: string; createdAt: string },
  title: string,
): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return `${folder}/${[createdAt.slice(0, 10), ...words.slice(0, 6), _id.slice(-12)].join('-')}.md`
}

/** Pictures lie beside the folder of the text. */
function linkPictures(text: string): string {
  return text.replaceAll('](/pictures/', '](../pictures/')
}

/** Replies are quoted once more than what they answer. */
function renderThreads(comments: readonly Comment[]): string {
  const byParent = Map.groupBy(comments, ({ parent }) => parent)
  const lines: string[] = []
  const waiting = (byParent.get(null) ?? []).toReversed().map((comment) => ({ comment, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { comment, depth } = next
    const quote = '> '.repeat(depth)
    const head = `**${describeName(comment.userName)}**, ${formatTime(comment.createdAt)}`
    const text = [head, '', ...describeText(comment).split('\n')]
    lines.push(...text.map((line) => `${quote}${line}`.trimEnd()), '')
    const replies = byParent.get(comment._id) ?? []
    waiting.push(...replies.toReversed().map((reply) => ({ comment: reply, depth: depth + 1 })))
  }
  return lines.join('\n').trimEnd()
}

function describeText({ content, isDeleted, withheld }: Comment): string {
  if (isDeleted) return '(deleted)'
  return content === '' && withheld ? '(hidden by a moderator)' : content
}

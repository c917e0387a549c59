import * as contract from '@dolph/contract/posts/posts'
import type { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'
import { getTempDigest } from '../../platform/db/temp-digest.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Member } from '../../platform/http/access.ts'
import { getLowestPostIdAt } from './post-ids.ts'
import { prepareSearchEntry, saveSearchEntry } from './search/search-index.ts'
import { getTimeBucket } from './search/terms.ts'
import { buildCoverColumns } from './pictures/save-post-pictures.ts'
import { insertPost, selectOwnPostText, updatePost } from './mutations.ts'

/** What the actions know of the member who acts. */
type Actor = Pick<Member, 'id' | 'username'>

type CreatePostBody = z.output<typeof contract.createPost.schema.body>
type EditPostBody = z.output<typeof contract.editPost.schema.body>

/** How often an edit is retried because the same post was changed meanwhile. */
const EDIT_ATTEMPTS_MAX = 5

/**
 * Creates a post and returns it as JSON. The same draft under the same `tempId` returns the existing post as it is now;
 * another draft under the same `tempId` is a conflict.
 */
export async function createPost(
  db: Database,
  member: Actor,
  draft: CreatePostBody,
): Promise<string> {
  // The search entry depends on the time bucket of the post's id, which PostgreSQL generates only at the insert.
  const estimatedId = getLowestPostIdAt(Date.now())
  const { title, type, body, github, demo, projectUrl, cover } = draft
  const coverColumns = buildCoverColumns(cover)
  const tempId = draft.tempId ?? null
  const text = { title, body, username: member.username }
  const { author, folded, terms } = await prepareSearchEntry(db, { id: estimatedId, ...text })
  const post = await insertPost(db, {
    title,
    type,
    body,
    github,
    demo,
    projectUrl,
    ...coverColumns,
    tempId,
    // A draft without a cover has the digest that it had before there were covers.
    tempDigest: getTempDigest(tempId, [
      title,
      type,
      body,
      github,
      demo,
      projectUrl,
      ...(cover ? [cover.url, cover.alt] : []),
    ]),
    authorId: member.id,
    author,
    folded,
    terms,
  })
  if (!post) throw new Error('insertPost returned no row')
  if (!post.isSameContent) throw new Refusal('conflict', contract.POST_ALREADY_SENT)
  if (post.isNew && getTimeBucket(post._id) !== getTimeBucket(estimatedId)) {
    await saveSearchEntry(db, post._id, await prepareSearchEntry(db, { id: post._id, ...text }))
  }
  return post.json
}

/** Edits a post and returns it as JSON; undefined when this member has no such post. */
export async function editPost(
  db: Database,
  member: Actor,
  id: string,
  edit: EditPostBody,
): Promise<string | undefined> {
  const cover = { hasCoverChange: edit.cover !== undefined, ...buildCoverColumns(edit.cover) }
  for (let attempt = 0; attempt < EDIT_ATTEMPTS_MAX; attempt += 1) {
    const current = await selectOwnPostText(db, { id, authorId: member.id })
    if (!current) return undefined
    const { title = current.title, body = current.body, type, github, demo, projectUrl } = edit
    const entry = await prepareSearchEntry(db, { id, title, body, username: member.username })
    const post = await updatePost(db, {
      id,
      authorId: member.id,
      fromTitle: current.title,
      fromBody: current.body,
      title,
      body,
      type: type ?? null,
      github: github ?? null,
      demo: demo ?? null,
      projectUrl: projectUrl ?? null,
      ...cover,
      author: entry.author,
      folded: entry.folded,
      terms: entry.terms,
    })
    if (post) return post.json
  }
  throw new Refusal('conflict', 'This post is being changed elsewhere. Please try again.')
}

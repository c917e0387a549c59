import type * as contract from '@dolph/contract/posts'
import pg from 'pg'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../errors.ts'
import type { Member } from '../../http/access.ts'
import { setLike, type LikeState } from './likes.ts'
import { lowestIdAt } from './post-ids.ts'
import { learnPost, saveEntry } from './search/index-post.ts'
import { eraOf } from './search/terms.ts'
import { insertPost, selectOwnText, updatePost } from './writes.ts'

type Draft = z.output<typeof contract.createPost.schema.body>
type Edit = z.output<typeof contract.editPost.schema.body>

const FOREIGN_KEY_VIOLATION = '23503'
/** How often an edit starts anew because the same post was changed meanwhile. */
const EDITS_TRIED = 5

/** Gives the post as JSON. The same draft sent again gives the post that it became. */
export async function createPost(db: Database, member: Member, draft: Draft): Promise<string> {
  // A search entry depends a little on when the post is made, and PostgreSQL says so only when it is.
  const about = lowestIdAt(Date.now())
  const text = { title: draft.title, body: draft.body, username: member.username }
  const { author, folded, terms } = await learnPost(db, { id: about, ...text })
  const post = await insertPost(db, {
    ...draft,
    tempId: draft.tempId ?? null,
    authorId: member.id,
    author,
    folded,
    terms,
  }).catch(refuseTheDeparted)
  if (!post) throw new Error('A post was kept, and is not there')
  if (post.isNew && eraOf(post._id) !== eraOf(about)) {
    await saveEntry(db, post._id, await learnPost(db, { id: post._id, ...text }))
  }
  return post.json
}

/** Gives the post as JSON; undefined when this member has no such post. */
export async function editPost(
  db: Database,
  member: Member,
  id: string,
  edit: Edit,
): Promise<string | undefined> {
  for (let nth = 0; nth < EDITS_TRIED; nth += 1) {
    const from = await selectOwnText(db, { id, authorId: member.id })
    if (!from) return undefined
    const { title = from.title, body = from.body, type, github, demo, projectUrl } = edit
    const entry = await learnPost(db, { id, title, body, username: member.username })
    const post = await updatePost(db, {
      ...{ id, authorId: member.id, fromTitle: from.title, fromBody: from.body },
      ...{ title, body, type: type ?? null },
      ...{ github: github ?? null, demo: demo ?? null, projectUrl: projectUrl ?? null },
      ...{ author: entry.author, folded: entry.folded, terms: entry.terms },
    })
    if (post) return post.json
  }
  throw new Refusal('conflict', 'This post is being changed elsewhere. Please try again.')
}

/** Likes, unlikes, or without `liked` the other of the two. Undefined when there is no such post. */
export async function likePost(
  db: Database,
  member: Member,
  postId: string,
  liked: boolean | undefined,
): Promise<LikeState | undefined> {
  return setLike(db, { postId, memberId: member.id }, liked).catch(refuseTheDeparted)
}

/** The member was erased between being recognised and being referred to. */
function refuseTheDeparted(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION) {
    throw new Refusal('not-signed-in', 'Please log in')
  }
  throw error
}

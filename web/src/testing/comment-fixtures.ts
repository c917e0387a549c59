import type { Comment, FlatComment } from '@dolph/contract/comments'
import { createPostFixture } from './post-fixtures.ts'

/** An id that increases with `sequence`, as the ids in the database do with time. */
export function getCommentId(sequence: number): string {
  return `01932dad-55f0-7c01-9923-${String(sequence).padStart(12, '0')}`
}

export function createFlatCommentFixture(
  sequence: number,
  fields: Partial<FlatComment> = {},
): FlatComment {
  return {
    _id: getCommentId(sequence),
    post: createPostFixture()._id,
    parent: null,
    content: `Comment ${sequence}`,
    user: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc0b', userName: 'bob', profilePicture: '' },
    isDeleted: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    editedAt: null,
    ...fields,
  }
}

/** A comment as `createComment` returns it. */
export function createAddedCommentFixture(sequence: number, fields: Partial<FlatComment> = {}) {
  return { ...createFlatCommentFixture(sequence, fields), replies: [] }
}

/** A comment with replies, whose `parent` is set to it. */
export function createCommentFixture(sequence: number, fields: Partial<Comment> = {}): Comment {
  const { replies = [], ...own } = fields
  return {
    ...createFlatCommentFixture(sequence, own),
    replies: replies.map((reply) => ({ ...reply, parent: getCommentId(sequence) })),
    repliesCursor: fields.repliesCursor ?? null,
  }
}

export const TOMBSTONE = { isDeleted: true, content: '', user: null } as const

import type { Comment, FlatComment } from '@dolph/contract/comments'
import { createPostFixture } from './post-fixtures.ts'

/** The id of the n-th comment: as in the database, those made later compare as greater. */
export function getCommentId(nth: number): string {
  return `01932dad-55f0-7c01-9923-${String(nth).padStart(12, '0')}`
}

export function createFlatCommentFixture(
  nth: number,
  fields: Partial<FlatComment> = {},
): FlatComment {
  return {
    _id: getCommentId(nth),
    post: createPostFixture()._id,
    parent: null,
    content: `Comment ${nth}`,
    user: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc0b', userName: 'bob', profilePicture: '' },
    isDeleted: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    editedAt: null,
    ...fields,
  }
}

/** A comment with replies below it, each of which is told what it answers. */
export function createCommentFixture(nth: number, fields: Partial<Comment> = {}): Comment {
  const { replies = [], ...own } = fields
  return {
    ...createFlatCommentFixture(nth, own),
    replies: replies.map((reply) => ({ ...reply, parent: getCommentId(nth) })),
    repliesCursor: fields.repliesCursor ?? null,
  }
}

export const TOMBSTONE = { isDeleted: true, content: '', user: null } as const

import { CANNOT_COMMENT } from '@dolph/contract/safety/safety'
import type { BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/comments/post/:id': {
    effect: 'filtered',
    for: 'blocker',
    url: '/api/comments/post/{thirdPost}',
    text: 'comment by {otherName}',
  },
  'GET /api/comments/:id/replies': {
    effect: 'filtered',
    for: 'blocker',
    url: '/api/comments/{thread}/replies',
    text: 'reply by {otherName}',
  },
  // The replies to comments are tested in `blocked-comments.test.ts`.
  'POST /api/comments': {
    effect: 'refused',
    message: CANNOT_COMMENT,
    ok: 201,
    body: { postId: '{otherPost}', content: 'Nice' },
  },
  'POST /api/comments naming the other': {
    effect: 'filtered',
    for: 'both',
    ok: 201,
    body: { postId: '{thirdPost}', content: 'Thank you, @{otherName}' },
    text: '{other}',
  },
  'PUT /api/comments/:id naming the other': {
    effect: 'filtered',
    for: 'both',
    url: '/api/comments/{editedComment}',
    body: { content: 'Thank you, @{otherName}' },
    text: '{other}',
  },
  'PUT /api/comments/:id': {
    effect: 'refused',
    message: CANNOT_COMMENT,
    url: '/api/comments/{ownComment}',
    body: { content: 'Changed' },
  },
  'DELETE /api/comments/:id': {
    effect: 'none',
    reason: 'members can always delete what they wrote',
    url: '/api/comments/{newOwnComment}',
  },
}

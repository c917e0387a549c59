import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/comments/post/:id': {
    access: 'readMember',
    url: '/api/comments/post/{post}',
  },
  'GET /api/comments/:id/replies': {
    access: 'readMember',
    url: '/api/comments/{comment}/replies',
  },
  'POST /api/comments': {
    access: 'changeMember',
    ok: 201,
    body: { postId: '{post}', content: 'Nice' },
  },
  'PUT /api/comments/:id': {
    access: 'changeOwner',
    url: '/api/comments/{comment}',
    body: { content: 'Changed' },
  },
  'DELETE /api/comments/:id': {
    access: 'changeOwner',
    url: '/api/comments/{newComment}',
  },
}

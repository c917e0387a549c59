import {
  OF_THE_CALLER,
  PUBLIC,
  type BlockedRow,
} from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/posts/browse': {
    effect: 'filtered',
    for: 'blocker',
    url: '/api/posts/browse?limit=50',
    text: '{otherPost}',
  },
  'GET /api/posts/user/:userId': {
    effect: 'none',
    reason: 'the profile stays, with its posts',
    url: '/api/posts/user/{other}',
  },
  'GET /api/posts/auth/:id': {
    effect: 'none',
    reason: 'the post is public',
    url: '/api/posts/auth/{otherPost}',
  },
  'POST /api/posts/:id/like': {
    effect: 'none',
    reason: 'a like is only counted; it notifies nobody after a block',
    url: '/api/posts/{otherPost}/like',
    body: { liked: true },
  },
  'GET /feed.xml': PUBLIC,
  'GET /badge/:file': PUBLIC,
  'GET /cards/:id/:file': PUBLIC,
  'GET /sitemap.xml': PUBLIC,
  'GET /sitemaps/:file': PUBLIC,
  'GET /api/posts/public/:id': PUBLIC,
  'GET /api/posts/user/me': OF_THE_CALLER,
  'GET /api/posts/:id': OF_THE_CALLER,
  'POST /api/posts': OF_THE_CALLER,
  'POST /api/posts/pictures/:kind': OF_THE_CALLER,
  'PUT /api/posts/:id': OF_THE_CALLER,
  'DELETE /api/posts/:id': OF_THE_CALLER,
  'GET /api/posts/following': {
    effect: 'filtered',
    for: 'blocker',
    url: '/api/posts/following',
    text: '{otherPost}',
  },
  'PUT /api/posts/:id/follow': {
    effect: 'none',
    reason: 'saving a public post is private; its updates notify nobody after a block',
    url: '/api/posts/{otherPost}/follow',
    body: { updates: true },
  },
  'DELETE /api/posts/:id/follow': OF_THE_CALLER,
}

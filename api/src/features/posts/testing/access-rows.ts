import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /feed.xml': { access: 'readPublic' },
  'GET /badge/:file': { access: 'readPublic', url: '/badge/{post}.svg' },
  'GET /cards/:id/:file': { access: 'readPublic', ok: 302, url: '/cards/{post}/old.png' },
  'GET /sitemap.xml': { access: 'readPublic' },
  'GET /sitemaps/:file': {
    access: 'readPublic',
    url: '/sitemaps/posts-2020-01.xml',
    ok: 404,
  },
  'GET /api/posts/public/:id': { access: 'readPublic', url: '/api/posts/public/{post}' },
  'GET /api/posts/browse': { access: 'readPublic' },
  'GET /api/posts/user/me': { access: 'readMember' },
  'GET /api/posts/user/:userId': {
    access: 'readMember',
    url: '/api/posts/user/{owner}',
  },
  'GET /api/posts/auth/:id': { access: 'readMember', url: '/api/posts/auth/{post}' },
  'GET /api/posts/:id': { access: 'readOwner', url: '/api/posts/{post}' },
  'POST /api/posts': {
    access: 'changeMember',
    ok: 201,
    body: { title: 'Tide', type: 'showcase', body: 'A tide clock' },
  },
  'PUT /api/posts/:id': {
    access: 'changeOwner',
    url: '/api/posts/{post}',
    body: { title: 'Changed' },
  },
  'DELETE /api/posts/:id': {
    access: 'changeOwner',
    url: '/api/posts/{newPost}',
  },
  'POST /api/posts/:id/like': {
    access: 'changeMember',
    url: '/api/posts/{post}/like',
    body: { liked: true },
  },
  'POST /api/posts/pictures/:kind': {
    access: 'changeMember',
    url: '/api/posts/pictures/cover',
    ok: 400,
    contentType: 'multipart/form-data; boundary=none',
    body: ['No form'],
  },
  'GET /api/posts/following': { access: 'readMember' },
  'PUT /api/posts/:id/follow': {
    access: 'changeMember',
    url: '/api/posts/{post}/follow',
    body: { updates: true },
  },
  'DELETE /api/posts/:id/follow': { access: 'changeMember', url: '/api/posts/{post}/follow' },
}

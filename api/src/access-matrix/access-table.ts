import type { AccessRow } from './access-classes.ts'

const UNKNOWN_TOKEN = 'A'.repeat(43)
const PASSWORD = 'Correct horse 7'
const WRONG_PASSWORD = 'Wrong horse 7'
const GOOGLE_ONLY = { googleMember: 403 }

/**
 * Who may do what: every route, for every kind of caller. `access-matrix.test.ts` sends each combination. A route without a
 * row here fails that test. The events of the socket are in `socket-access-table.ts`.
 *
 * To add a route: add `'METHOD /url': { access }` below. `access` is a row of `STATUSES` in
 * `access-classes.ts`; `ok` is the status of an allowed call if it is not 200; `url` and `body` are a sample request, in which
 * `{post}` and the like stand for the fixtures in `matrix-fixtures.ts`; `except` names single callers with another status.
 */
export const ROUTES: Record<string, AccessRow> = {
  'GET /healthz': { access: 'readPublic' },
  'GET /readyz': { access: 'readPublic' },
  'GET /metrics': { access: 'readPublic' },
  'GET /ws': { access: 'readPublic', ok: 400 },
  'GET /feed.xml': { access: 'readPublic' },
  'GET /.well-known/security.txt': { access: 'readPublic' },
  'GET /.well-known/change-password': { access: 'readPublic', ok: 302 },
  'POST /api/csp-reports': {
    access: 'reportPublic',
    ok: 204,
    contentType: 'application/csp-report',
    body: { 'csp-report': { 'effective-directive': 'img-src' } },
  },
  'GET /pictures/:key/:file': { access: 'readPublic', ok: 404 },
  'GET /api/openapi.json': { access: 'readPublic' },
  'GET /api/docs/': { access: 'readPublic' },
  'GET /api/docs/json': { access: 'readPublic' },
  'GET /api/docs/yaml': { access: 'readPublic' },
  'GET /api/docs/static/*': { access: 'readPublic', url: '/api/docs/static/swagger-ui.css' },
  'GET /api/docs/static/index.html': { access: 'readPublic', ok: 302 },
  'GET /api/docs/static/swagger-initializer.js': { access: 'readPublic' },

  'GET /api/csrf-token': { access: 'readPublic' },
  'GET /api/users/me': { access: 'readMember' },
  'GET /api/users/search': { access: 'readMember', url: '/api/users/search?username=ow' },
  'GET /api/users/sessions': { access: 'readMember' },
  'GET /api/users/activity': { access: 'readMember' },
  'DELETE /api/users/sessions/others': { access: 'changeMember', endsSessions: true },
  'POST /api/users/signup': {
    access: 'changePublicOrigin',
    ok: 201,
    body: {
      ...{ firstName: 'Ada', lastName: 'Lovelace', userName: 'newcomer{number}' },
      ...{ Email: 'newcomer{number}@example.test', Password: PASSWORD, confirmPassword: PASSWORD },
    },
  },
  'POST /api/users/verify-code': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { email: 'nobody@example.test', code: '123456' },
  },
  'POST /api/users/login': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { email: 'nobody@example.test', password: WRONG_PASSWORD },
  },
  'POST /api/users/logout': { access: 'changePublic', endsSessions: true },
  'GET /api/users/verify-email/:token': {
    access: 'readPublic',
    ok: 400,
    url: `/api/users/verify-email/${UNKNOWN_TOKEN}`,
  },
  'POST /api/users/resend-verification': {
    access: 'changePublic',
    body: { email: 'nobody@example.test' },
  },
  'POST /api/users/forgot-password': {
    access: 'changePublic',
    body: { email: 'nobody@example.test' },
  },
  'POST /api/users/reset-password': {
    access: 'changePublic',
    ok: 400,
    body: { token: UNKNOWN_TOKEN, password: PASSWORD },
  },
  'GET /api/users/auth/google': { access: 'readPublic', ok: 302 },
  'GET /api/users/auth/google/callback': {
    access: 'readPublic',
    ok: 302,
    url: '/api/users/auth/google/callback?code=1&state=2',
  },
  'GET /api/users/auth/google/sign-up': { access: 'readPublic', ok: 404 },
  'POST /api/users/auth/google/sign-up': {
    access: 'changePublic',
    ok: 404,
    body: { userName: 'newcomer' },
  },
  'POST /api/users/confirm-email': {
    access: 'changeMember',
    ok: 400,
    body: { token: UNKNOWN_TOKEN },
  },
  'POST /api/users/undo-email-change': {
    access: 'changePublic',
    ok: 400,
    body: { token: UNKNOWN_TOKEN },
  },
  'POST /api/users/proof': {
    access: 'changeMember',
    ok: 400,
    body: { password: WRONG_PASSWORD },
    except: GOOGLE_ONLY,
  },

  'GET /api/profile/me': { access: 'readMember' },
  'PUT /api/profile/me': { access: 'changeMember', body: { bio: 'Changed' } },
  'GET /api/profile/user/:username': { access: 'readMember', url: '/api/profile/user/owner' },
  'GET /api/profile/skills': { access: 'readMember', url: '/api/profile/skills?q=ty' },
  'POST /api/profile/upload-picture': {
    access: 'changeMember',
    ok: 400,
    contentType: 'multipart/form-data; boundary=none',
    body: ['No form'],
  },
  'POST /api/profile/send-password-code': { access: 'changeMember', except: GOOGLE_ONLY },
  'PUT /api/profile/change-password': {
    access: 'changeMember',
    ok: 400,
    body: {
      ...{ currentPassword: WRONG_PASSWORD, newPassword: PASSWORD },
      verificationCode: '000000',
    },
    except: GOOGLE_ONLY,
  },
  'DELETE /api/profile/delete-account': {
    access: 'changeMember',
    ok: 400,
    body: { password: WRONG_PASSWORD },
    except: GOOGLE_ONLY,
  },

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

  // The peer has written to the owner and to no other caller.
  'GET /api/messages': {
    access: 'readMember',
    url: '/api/messages?conversationWith={peer}',
  },
  'GET /api/messages/conversations': { access: 'readMember' },
  'GET /api/messages/sync': {
    access: 'readMember',
    url: '/api/messages/sync?conversationWith={peer}',
  },
  'GET /api/messages/search': {
    access: 'readMember',
    url: '/api/messages/search?conversationWith={peer}&q=secret',
  },
  'POST /api/messages': {
    access: 'changeMember',
    ok: 201,
    body: { recipientId: '{otherPeer}', content: 'Hello' },
  },
  'PUT /api/messages/:id/read': {
    access: 'changeOwner',
    url: '/api/messages/{newMessage}/read',
  },
  'PUT /api/messages/conversation/:userId/read': {
    access: 'changeMember',
    url: '/api/messages/conversation/{peer}/read',
  },
  'DELETE /api/messages/conversation/:userId': {
    access: 'changeMember',
    url: '/api/messages/conversation/{otherPeer}',
  },
}

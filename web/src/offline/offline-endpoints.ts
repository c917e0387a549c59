/**
 * The endpoints readable offline, in the contract's notation: none that writes or searches, and not the one that loads a
 * post for editing, which must start from the current version.
 */
export const OFFLINE_ENDPOINTS: readonly string[] = [
  '/api/users/me',
  '/api/posts/browse',
  '/api/posts/user/me',
  '/api/posts/user/:userId',
  '/api/posts/auth/:id',
  '/api/posts/:id/project',
  '/api/posts/:id/roles',
  '/api/posts/:id/team',
  '/api/posts/:id/updates',
  '/api/roles',
  '/api/comments/post/:id',
  '/api/comments/:id/replies',
  '/api/profile/me',
  '/api/profile/user/:username',
  '/api/messages',
  '/api/messages/conversations',
  '/api/messages/sync',
  '/api/rooms',
  '/api/rooms/:id',
  '/api/rooms/:id/messages',
  '/api/rooms/:id/sync',
  '/api/notifications',
  '/api/join-requests',
]

export const VIEWER_ENDPOINT = '/api/users/me'

/** Endpoints that may change who is signed in. */
export const SIGN_IN_ENDPOINTS: readonly string[] = [
  '/api/users/login',
  '/api/users/auth/google/sign-up',
  '/api/users/auth/github/sign-up',
]

/** Endpoints that end the session when they succeed. */
export const SIGN_OUT_ENDPOINTS: readonly string[] = [
  '/api/users/logout',
  '/api/profile/delete-account',
]

const PROVIDER_SIGN_IN_PATH = /^\/api\/users\/auth\/(?:google|github)(?:\/callback)?$/

export function isAvailableOffline(url: URL): boolean {
  // Searches are never stored: their results must be fresh, and their words are private.
  if (url.searchParams.has('q') || url.searchParams.has('skill')) return false
  // Only the newest page is stored: any other sync time is never requested again.
  if (url.pathname.endsWith(SYNC_SUFFIX) && url.searchParams.get('from') !== 'newest') return false
  return PATH_PATTERNS.some((pattern) => pattern.test(url.pathname))
}

export function isPictureUrl(url: URL): boolean {
  return url.pathname.startsWith('/pictures/')
}

/** Whether a request signs a member in, by password, Google or GitHub. */
export function isSignInRequest(method: string, { pathname }: URL): boolean {
  if (method === 'GET') return PROVIDER_SIGN_IN_PATH.test(pathname)
  return SIGN_IN_ENDPOINTS.includes(pathname)
}

export function isSignOutRequest(method: string, { pathname }: URL): boolean {
  return method !== 'GET' && SIGN_OUT_ENDPOINTS.includes(pathname)
}

const SYNC_SUFFIX = '/sync'

const PATH_PATTERNS = OFFLINE_ENDPOINTS.map(
  (url) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`),
)

/** Pages that visitors may open. */
export const PUBLIC_PATHS = [
  ...['/', '/about', '/browse', '/roles', '/login', '/signup', '/verify-email'],
  ...[
    '/forgot-password',
    '/reset-password/some-token',
    '/undo-email-change/some-token',
    '/unsubscribe/some-token',
    '/still-open/some-token',
    '/check-email',
    '/contact',
    '/help',
  ],
  ...['/community-guidelines', '/privacy', '/terms', '/cookies'],
]

/** Pages that only members may open. */
export const MEMBER_PATHS = [
  ...['/posts', '/posts/create', '/posts/some-id', '/posts/edit/some-id', '/my-posts', '/profile'],
  ...['/profile/ada', '/messages', '/messages/some-id', '/settings', '/confirm-email/some-token'],
  ...['/following', '/people', '/join-requests'],
  ...['/notifications', '/settings/notifications', '/settings/hidden', '/settings/decisions'],
]

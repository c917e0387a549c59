/** Where anybody may go. */
export const PUBLIC_PATHS = [
  ...['/', '/about', '/browse', '/login', '/signup', '/verify-email'],
  ...['/forgot-password', '/reset-password/some-token', '/check-email', '/contact', '/help'],
  ...['/community-guidelines', '/privacy', '/terms', '/cookies'],
]

/** Where only members may go. */
export const MEMBER_PATHS = [
  ...['/posts', '/posts/create', '/posts/some-id', '/posts/edit/some-id', '/my-posts', '/profile'],
  ...['/profile/ada', '/messages', '/messages/some-id', '/settings', '/confirm-email/some-token'],
]

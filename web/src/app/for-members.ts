import { late } from '../lib/late.ts'

/** The code of what only those have who may be, or are, signed in. */
export const sessionWatch = late(
  async () => (await import('../features/accounts/session-watch.tsx')).SessionWatch,
)

export const liveMessages = late(
  async () => (await import('../features/messaging/live-messages.tsx')).LiveMessages,
)

export const viewerMenu = late(
  async () => (await import('../features/accounts/viewer-menu.tsx')).ViewerMenu,
)

import { createLazyModule } from '../lib/lazy-module.ts'

/** Components that are downloaded only for a viewer who is, or may be, signed in. */
export const lazySessionMonitor = createLazyModule(
  async () => (await import('../features/accounts/session-monitor.tsx')).SessionMonitor,
)

export const lazyLiveMessages = createLazyModule(
  async () => (await import('../features/messaging/live-messages.tsx')).LiveMessages,
)

export const lazyViewerMenu = createLazyModule(
  async () => (await import('../features/accounts/viewer-menu.tsx')).ViewerMenu,
)

import { createLazyModule } from '../lib/lazy-module.ts'

/** Components that are downloaded only for a viewer who is, or may be, signed in. */
export const lazySessionMonitor = createLazyModule(
  async () => (await import('../features/accounts/session/session-monitor.tsx')).SessionMonitor,
)

export const lazyLiveUpdates = createLazyModule(
  async () => (await import('./live-updates.tsx')).LiveUpdates,
)

export const lazyProofPrompt = createLazyModule(
  async () => (await import('../features/accounts/proof/proof-prompt.tsx')).ProofPrompt,
)

export const lazyViewerMenu = createLazyModule(
  async () => (await import('../features/accounts/session/viewer-menu.tsx')).ViewerMenu,
)

export const lazyNotificationBell = createLazyModule(
  async () => (await import('./notifications/member-bell.tsx')).MemberBell,
)

export const lazyBottomBar = createLazyModule(
  async () => (await import('./bottom-bar/bottom-bar.tsx')).BottomBar,
)

export const lazyAccountSwitchBar = createLazyModule(
  async () =>
    (await import('../features/accounts/session/account-switch-bar.tsx')).AccountSwitchBar,
)

import {
  lazyLiveUpdates,
  lazyNotificationBell,
  lazyProofPrompt,
  lazySessionMonitor,
  lazyViewerMenu,
} from '../app/lazy-member-components.ts'

/** Imported by tests that need the lazily loaded member components from the start. */
await Promise.all([
  lazySessionMonitor.loadAndWait(),
  lazyLiveUpdates.loadAndWait(),
  lazyNotificationBell.loadAndWait(),
  lazyProofPrompt.loadAndWait(),
  lazyViewerMenu.loadAndWait(),
])

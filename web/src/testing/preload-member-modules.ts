import {
  lazyLiveMessages,
  lazyProofPrompt,
  lazySessionMonitor,
  lazyViewerMenu,
} from '../app/lazy-member-components.ts'

/** Imported by tests that need the lazily loaded member components from the start. */
await Promise.all([
  lazySessionMonitor.loadAndWait(),
  lazyLiveMessages.loadAndWait(),
  lazyProofPrompt.loadAndWait(),
  lazyViewerMenu.loadAndWait(),
])

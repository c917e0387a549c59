import {
  lazyLiveMessages,
  lazySessionMonitor,
  lazyViewerMenu,
} from '../app/lazy-member-components.ts'

/** Imported by tests in which what comes late for members is there from the start. */
await Promise.all([
  lazySessionMonitor.loadAndWait(),
  lazyLiveMessages.loadAndWait(),
  lazyViewerMenu.loadAndWait(),
])

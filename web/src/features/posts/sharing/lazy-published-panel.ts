import { createLazyModule } from '../../../lib/lazy-module.ts'

/** The panel after publishing. The create page loads its code, so that it is there when the list opens. */
export const lazyPublishedPanel = createLazyModule(
  async () => (await import('./published-panel.tsx')).PublishedPanel,
)

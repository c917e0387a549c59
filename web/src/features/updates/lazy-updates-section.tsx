import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'

const lazyUpdatesSection = createLazyModule(
  async () => (await import('./updates-section.tsx')).UpdatesSection,
)

/** The updates of a project, whose code loads after the text of its post. */
export function LazyUpdatesSection({ postId }: { postId: string }) {
  return <LazyPart part={lazyUpdatesSection} props={{ postId }} />
}

import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'

const lazyTeamSection = createLazyModule(
  async () => (await import('./team-section.tsx')).TeamSection,
)

/** The team of a project; its code loads with the first post that has one. */
export function LazyTeamSection({ postId }: { postId: string }) {
  return <LazyPart part={lazyTeamSection} props={{ postId }} />
}

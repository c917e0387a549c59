import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import type { AuthorAvailabilityProps } from './author-availability.tsx'

const lazyAuthorAvailability = createLazyModule(
  async () => (await import('./author-availability.tsx')).AuthorAvailability,
)

/** What an author offers; its code loads with the first post that looks for a project to join. */
export function LazyAuthorAvailability(props: AuthorAvailabilityProps) {
  return <LazyPart part={lazyAuthorAvailability} props={props} />
}

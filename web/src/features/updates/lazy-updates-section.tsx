import { createLazyModule } from '../../lib/lazy-module.ts'
import { cx } from '../../ui/cx.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { AUTHOR_SECTION_CLASS, SECTION_CLASS } from './section-class.ts'

export const lazyUpdatesSection = createLazyModule(
  async () => (await import('./updates-section.tsx')).UpdatesSection,
)

interface Props {
  postId: string
  isAuthor: boolean
}

/** The updates of a project, whose code loads after the text of its post. Space is kept for the form of its author. */
export function LazyUpdatesSection({ postId, isAuthor }: Props) {
  return (
    <LazyPart
      part={lazyUpdatesSection}
      props={{ postId, isAuthor }}
      fallback={isAuthor && <div className={cx(SECTION_CLASS, AUTHOR_SECTION_CLASS)} />}
    />
  )
}

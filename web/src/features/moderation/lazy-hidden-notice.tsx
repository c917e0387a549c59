import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import type { HiddenNoticeProps } from './hidden-notice.tsx'

const lazyHiddenNotice = createLazyModule(
  async () => (await import('./hidden-notice.tsx')).HiddenNotice,
)

/** The panel on a hidden post, comment or join request, for its author. Few authors ever load its code. */
export function LazyHiddenNotice(props: HiddenNoticeProps) {
  return <LazyPart part={lazyHiddenNotice} props={props} />
}

import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import type { LimitNoticeProps } from './limit-notice.tsx'
import { useIsLimited } from './use-is-limited.ts'

const lazyLimitNotice = createLazyModule(
  async () => (await import('./limit-notice.tsx')).LimitNotice,
)

/** Where a member would post or send: tells a limited one why they cannot, and is nothing to all others. */
export function LazyLimitNotice(props: LimitNoticeProps) {
  const isLimited = useIsLimited(props.activity)
  return isLimited && <LazyPart part={lazyLimitNotice} props={props} />
}

import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { DashboardPage } from '../../features/posts/feed/dashboard-page.tsx'
import { getOnboardingCardClass } from '../../features/profiles/onboarding/onboarding-card-class.ts'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'

const lazyOnboardingCard = createLazyModule(
  async () =>
    (await import('../../features/profiles/onboarding/onboarding-card.tsx')).OnboardingCard,
)

/** The dashboard, with the first steps of a new member. */
export function MemberDashboardPage() {
  const onboarding = useViewer()?.onboarding
  return (
    <DashboardPage
      welcome={
        onboarding && (
          <LazyPart
            part={lazyOnboardingCard}
            props={{ onboarding }}
            fallback={
              <div
                className={`${getOnboardingCardClass(onboarding.step)} border-line bg-surface`}
              />
            }
          />
        )
      }
    />
  )
}

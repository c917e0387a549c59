import { LandingPage } from '../../features/site/landing-page.tsx'
import { LazyProductIllustration } from './lazy-product-illustration.tsx'
import { PostTypeCards } from './post-type-cards.tsx'

/** The landing page with components of other features. */
export function HomePage() {
  return <LandingPage illustration={<LazyProductIllustration />} postTypes={<PostTypeCards />} />
}

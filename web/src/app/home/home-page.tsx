import { LandingPage } from '../../features/site/landing-page.tsx'
import { PictureOfProduct } from './picture-of-product.tsx'
import { TypeDoors } from './type-doors.tsx'

/** The landing page with what other features show of themselves on it. */
export function HomePage() {
  return <LandingPage picture={<PictureOfProduct />} types={<TypeDoors />} />
}

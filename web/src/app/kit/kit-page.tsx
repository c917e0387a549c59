import { RouteTitle } from '../routes/route-title.tsx'
import { Header } from '../header/header.tsx'
import { KitActions } from './actions.tsx'
import { KitFloating } from './floating.tsx'
import { KitForms } from './forms.tsx'
import { KitDisplay } from './display.tsx'
import { KitSection } from './section.tsx'
import { KitMarkdown } from './markdown.tsx'
import { Toasts } from '../../ui/overlays/toast.tsx'

const MEMBER = {
  _id: 'sample',
  userName: 'sample-member',
  firstName: 'Sample',
  lastName: 'Member',
  profilePicture: '',
  email: 'sample@dolph.example',
  sessionExpiresAt: '2100-01-01T00:00:00.000Z',
}

/** Every component in every state on one page, for review during development. */
export function KitPage() {
  return (
    <>
      <RouteTitle />
      <main className="page grid gap-14 py-10">
        <h1 className="text-3xl font-semibold">Component kit</h1>
        <KitSection title="Header, logged out">
          <div className="w-full overflow-hidden rounded-card border border-line">
            <Header viewer={null} />
          </div>
        </KitSection>
        <KitSection title="Header, logged in">
          <div className="w-full overflow-hidden rounded-card border border-line">
            <Header viewer={MEMBER} />
          </div>
        </KitSection>
        <KitActions />
        <KitForms />
        <KitDisplay />
        <KitMarkdown />
        <KitFloating />
      </main>
      <Toasts />
    </>
  )
}

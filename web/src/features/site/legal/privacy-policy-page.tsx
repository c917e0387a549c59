import { LegalPage } from './legal-page.tsx'
import { WHAT_HAPPENS } from './privacy-care.tsx'
import { WHAT_WE_STORE } from './privacy-data.tsx'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we store about you, why, who can see it, and how to have it removed. No advertising, no trackers, no selling of data."
      version="2026-11-15"
      sections={[...WHAT_WE_STORE, ...WHAT_HAPPENS]}
    />
  )
}

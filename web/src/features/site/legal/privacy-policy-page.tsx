import { LegalPage } from './legal-page.tsx'
import { PRIVACY_USAGE_SECTIONS } from './privacy-usage-sections.tsx'
import { PRIVACY_DATA_SECTIONS } from './privacy-data-sections.tsx'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we store about you, why, who can see it, and how to have it removed. No advertising, no trackers, no selling of data."
      version="2026-11-20"
      sections={[...PRIVACY_DATA_SECTIONS, ...PRIVACY_USAGE_SECTIONS]}
    />
  )
}

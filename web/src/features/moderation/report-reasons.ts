import type { ReportReason } from '@dolph/contract/moderation/moderation'

/** What each reason of a report is called, and what it means in plain words. */
export const REPORT_REASONS: Record<ReportReason, { label: string; hint: string }> = {
  spam: { label: 'Spam', hint: 'Advertising, or the same thing again and again' },
  scam: {
    label: 'Scam',
    hint: 'Asks for money, passwords or free work under a false name',
  },
  harassment: { label: 'Harassment', hint: 'Insults, threatens or follows someone' },
  hate: { label: 'Hate', hint: 'Attacks people for who they are' },
  sexual: { label: 'Sexual content', hint: 'Has no place on a site about projects' },
  impersonation: { label: 'Impersonation', hint: 'Pretends to be another person or a company' },
  unlawful: { label: 'Unlawful', hint: 'Breaks the law, such as stolen work or malware' },
  other: { label: 'Something else', hint: 'Please say what in the note' },
}

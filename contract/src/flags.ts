interface Switch {
  /** Part of the product that an operator can switch off in trouble. It is on unless the database says otherwise. */
  kind: 'switch'
  summary: string
  /** Whether it can be on for a share of the members, or for some of them. */
  isPerMember: boolean
}

interface UnfinishedFeature {
  /** Code that is not ready for everybody. It is off unless the database says otherwise. */
  kind: 'feature'
  summary: string
  isPerMember: true
  /** The day of its first release, such as 2027-01-31. It must be finished or removed within 90 days. */
  since: string
}

export type Flag = Switch | UnfinishedFeature

/** Every flag that the program knows. The database holds which of them an operator has changed. */
export const flags = {
  'sign-ups': { kind: 'switch', summary: 'new accounts', isPerMember: false },
  uploads: { kind: 'switch', summary: 'uploads of pictures', isPerMember: true },
  search: {
    kind: 'switch',
    summary: 'searches in posts, people and messages by words',
    isPerMember: true,
  },
  'first-page': {
    kind: 'switch',
    summary: 'the first page of posts in the document of /browse',
    isPerMember: false,
  },
  mails: { kind: 'switch', summary: 'sending of mails; while off, they wait', isPerMember: false },
  rooms: { kind: 'switch', summary: 'rooms of teams', isPerMember: false },
  'standby-reads': { kind: 'switch', summary: 'reading from standbys', isPerMember: true },
  live: { kind: 'switch', summary: 'live counts and changes of open posts', isPerMember: false },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(flags, name)
}

const FEATURE_DAYS_MAX = 90

/** The flags of features that were to be finished by now. */
export function findOverdueFlags(all: Readonly<Record<string, Flag>>, now: Date): string[] {
  return Object.entries(all)
    .filter(([, flag]) => {
      const days =
        flag.kind === 'feature' ? (now.getTime() - Date.parse(flag.since)) / 86_400_000 : 0
      // A day that cannot be read counts as overdue.
      return !(days <= FEATURE_DAYS_MAX)
    })
    .map(([name]) => name)
}

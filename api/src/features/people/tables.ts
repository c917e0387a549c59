import type { Reward } from '@dolph/contract/people/availability'
import type { Topic } from '@dolph/contract/projects/projects'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    people_search: PeopleSearch
    people_terms: PeopleTerms
    people_search_due: PeopleSearchDue
    availabilities: Availabilities
    seeker_terms: SeekerTerms
  }
}

/** The terms by which a member is found. */
interface PeopleSearch {
  member_id: string
  terms: string[]
}

/** Maintained by a trigger on `people_search`. */
interface PeopleTerms {
  term: string
  member_id: string
}

/** Members whose terms are not up to date. Filled by triggers on `members` and `profiles`. */
interface PeopleSearchDue {
  member_id: string
}

interface Availabilities {
  member_id: string
  hours: number
  zone: string
  rewards: Reward[]
  topics: Generated<Topic[]>
  note: Generated<string>
  /** A date. */
  until: string
  renewed_on: Generated<string>
}

interface SeekerTerms {
  term: string
  renewed_on: string
  member_id: string
}

/** The terms by which a member is found. */
export interface PeopleSearch {
  member_id: string
  terms: string[]
}

/** Maintained by a trigger on `people_search`. */
export interface PeopleTerms {
  term: string
  member_id: string
}

/** Members whose terms are not up to date. Filled by triggers on `members` and `profiles`. */
export interface PeopleSearchDue {
  member_id: string
}

import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { queryCompiler } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { matchesPattern, type SearchPlaceholderFactory, type SearchStep } from './search-step.ts'

/**
 * The FROM clause of the matches that the index of terms finds, as `matches`, one time bucket after the other, the newest first. Looking up
 * all buckets at once would be slower: of two common words, each bucket has few posts with both. A statement with a limit does not look up
 * the buckets behind the one that fills the page.
 *
 * The terms of a bucket are columns, which PostgreSQL cannot see into while it plans: with an estimate for each of some hundred terms, it
 * would choose to read the whole table. The matches are materialized, so that it uses no other index; `rest` says what follows the
 * conditions of `select post_id from found`.
 */
export function buildBucketMatches(
  step: SearchStep,
  placeholder: SearchPlaceholderFactory,
  rest: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const found = queryCompiler
    .selectFrom('post_search')
    .select(['post_id', 'type'])
    .where((row) => hasTerms(row, step, 'post_search'))
    .where((row) => matchesPattern(row, placeholder, step))
  return lookUpBuckets(
    step,
    placeholder,
    sql`with found as materialized (${found}) select post_id from found where ${isInTimeBucket('found')} ${rest}`,
  )
}

/** The same for the matches among the most liked posts, whose terms have an index of their own. */
export function buildTopPostMatches(
  step: SearchStep,
  placeholder: SearchPlaceholderFactory,
): RawBuilder<unknown> {
  const candidates = queryCompiler
    .selectFrom('top_post_terms')
    .select('post_id')
    .where((row) => hasTerms(row, step, 'top_post_terms'))
  const found = queryCompiler
    .selectFrom('post_search')
    .select('post_id')
    .whereRef('post_search.post_id', '=', sql.ref('candidates.post_id'))
    .where((row) => matchesPattern(row, placeholder, step))
  // The offset makes PostgreSQL look up the text of one candidate after the other, instead of reading the table.
  return lookUpBuckets(
    step,
    placeholder,
    sql`with candidates as materialized (${candidates})
      select found.post_id from candidates cross join lateral (${found} offset 0) as found
      where ${isInTimeBucket('candidates')}`,
  )
}

function lookUpBuckets(
  step: SearchStep,
  placeholder: SearchPlaceholderFactory,
  lookup: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sets = listTermSets(step)
  const ofStep = sets.map((set) => sql`${placeholder(set)}::int[] as ${sql.ref(set)}`)
  return sql`(
      select ${sql.join(sets.map(sliceTerms))}, bounds[bucket + 2] as starts_at, bounds[bucket + 1] as ends_before
      from (select bounds, cardinality(bounds) - 1 as bucket_count, ${sql.join(ofStep)}
        from (select ${placeholder('bucketBounds')}::uuid[] as bounds) as buckets) as step
      cross join lateral generate_series(0, bucket_count - 1) as bucket
      offset 0) as time_bucket
    cross join lateral (${lookup}) as matches`
}

/** A post is found in its own time bucket only: the hash of another bucket's term can be that of one of its terms. */
function isInTimeBucket(table: 'found' | 'candidates'): RawBuilder<unknown> {
  const postId = sql.ref(`${table}.post_id`)
  return sql`${postId} >= starts_at and ${postId} < ends_before`
}

/** The part of a list of terms that belongs to the time bucket: each bucket has equally many. Boundaries are the same in all. */
function sliceTerms(set: TermSetName): RawBuilder<unknown> {
  const terms = sql.ref(set)
  if (set === 'boundaryTerms') return terms
  // Without buckets there is nothing to look up, and PostgreSQL may still divide while it plans.
  const size = sql`(cardinality(${terms}) / greatest(bucket_count, 1))`
  return sql`${terms}[bucket * ${size} + 1 : (bucket + 1) * ${size}] as ${terms}`
}

type TermSetName = 'firstTokenTerms' | 'lastTokenTerms' | 'boundaryTerms' | 'authorNameTerms'

/**
 * The sets of terms that the step looks up. Boundaries come first, as PostgreSQL goes from one match of the first set to the next: most posts
 * that have one do not have both words, and are left out before anything else is compared.
 */
function listTermSets({ parameters, canMatchText, canMatchNames }: SearchStep): TermSetName[] {
  const ofText = (['boundaryTerms', 'lastTokenTerms', 'firstTokenTerms'] as const).filter(
    (set) => canMatchText && parameters[set] !== null,
  )
  return canMatchNames ? [...ofText, 'authorNameTerms'] : ofText
}

/** The condition that the post has the terms of a match. */
function hasTerms<Table extends 'post_search' | 'top_post_terms'>(
  row: ExpressionBuilder<Tables, Table>,
  step: SearchStep,
  table: Table,
): Expression<SqlBool> {
  const conditions = listTermSets(step).map((set) => {
    const operator = set === 'boundaryTerms' ? sql`@>` : sql`&&`
    const condition = sql<SqlBool>`${sql.ref(`${table}.terms`)} ${operator} time_bucket.${sql.ref(set)}`
    return { isName: set === 'authorNameTerms', condition }
  })
  const { names = [], text = [] } = Object.groupBy(conditions, ({ isName }) =>
    isName ? 'names' : 'text',
  )
  return row.or([
    ...(step.canMatchText ? [row.and(text.map(({ condition }) => condition))] : []),
    ...names.map(({ condition }) => condition),
  ])
}

import { ANSWERS_COUNTED_MAX, ANSWERS_MIN, type Answers } from '@dolph/contract/roles/answers'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'

/**
 * How this owner answers requests to join: of the newest that were answered or came due, how many before their date, and
 * the median time to those answers; null while there are too few. Withdrawn requests do not count, nor those that were
 * declined because the last seat was taken, which nobody answered.
 */
export async function selectAnswers(reader: Reader, ownerId: string): Promise<Answers | null> {
  const [answers] = await answersStatement.run(reader, { ownerId })
  return answers && answers.of >= ANSWERS_MIN ? answers : null
}

// The condition is that of the index `join_requests_counted`, which holds exactly these requests.
export const answersStatement = prepareStatement<{ ownerId: string }, Answers>((placeholder) =>
  toCompilable(sql`
    select count(*) filter (where is_answered)::integer as answered, count(*)::integer as of,
      ceil(percentile_cont(0.5) within group (order by extract(epoch from answered_at - asked_at) / 3600)
        filter (where is_answered))::integer as "medianHours"
    from (
      select uuid_v7_time(id) as asked_at, answered_at, coalesce(answered_at <= due_at, false) as is_answered
      from join_requests
      where owner_id = ${placeholder('ownerId')}::uuid
        and not from_owner and state <> 'withdrawn' and (answered_at is not null or reason = 'no-answer')
      order by id desc limit ${sql.lit(ANSWERS_COUNTED_MAX)}) as counted`),
)

import { foldCase } from '@dolph/contract/fold-case'
import { SKILL_ALIASES } from '@dolph/contract/skills/skill-aliases'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'

/** How many skills a typed text stands for: a page walks the roles of each. */
export const STARTED_SKILLS_MAX = 8

/**
 * The terms of the skills that a typed text means: the one skill of this name, or else those that begin with it, by any of their
 * names. 'golang' is `skill:go`, 'rus' is `skill:rust`.
 */
export async function selectSkillStartTerms(reader: Reader, typed: string): Promise<string[]> {
  const folded = foldCase(typed.trim()).replaceAll(/\s+/g, ' ')
  const key = SKILL_ALIASES.get(folded)
  if (key !== undefined) return [`skill:${key}`]
  const start = `skill:${folded}`
  // U+10FFFF is in no skill.
  const found = await startedTermsStatement.run(reader, { start, end: `${start}\u{10FFFF}` })
  if (found[0]?.term === start) return [start]
  const terms = [...found.map(({ term }) => term), ...listAliasedTerms(folded)]
  return [...new Set(terms)].slice(0, STARTED_SKILLS_MAX)
}

function listAliasedTerms(start: string): string[] {
  const aliases = [...SKILL_ALIASES].filter(([alias]) => alias.startsWith(start))
  return aliases.map(([, key]) => `skill:${key}`)
}

/** Jumps from term to term, so that its cost does not grow with the roles of a skill. */
export const startedTermsStatement = prepareStatement<
  { start: string; end: string },
  { term: string }
>((placeholder) => {
  const next = (from: ReturnType<typeof sql>) => sql`
    select term from open_role_terms
    where ${from} and term collate "C" < ${placeholder('end')}::text
    order by term collate "C" limit 1`
  return toCompilable(sql`
    with recursive started (term, nth) as (
      (select term, 1 from (${next(sql`term collate "C" >= ${placeholder('start')}::text`)}) as first)
      union all
      select following.term, nth + 1 from started
      cross join lateral (${next(sql`term collate "C" > started.term`)}) as following
      where nth < ${sql.lit(STARTED_SKILLS_MAX)})
    select term from started`)
})

import { describeValue } from './sample.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

const CLAUSE =
  /(?:with|select|(?<!select |delete )from|(?:(?:left|inner|cross) |(?<!left |inner |cross ))join|where|group by|having|order by|limit|for (?:no )?(?:key )?(?:update|share)|insert into|values|on conflict|(?<!key |for |do )update|set|delete from|returning|union(?: all)?)\b/
const STARTS_CLAUSE = new RegExp(`^${CLAUSE.source}`)
const BEFORE_CLAUSE = new RegExp(` (?=${CLAUSE.source})|(?<=\\()(?=select )`)
const LINE_MAX = 130
const QUOTED = /'[^']*'|"[^"]*"/g

/** A statement as it is sent, indented by its parentheses, with the names of its values below. */
export function formatStatement({ text, values }: Statement): string {
  const lines: string[] = []
  let depth = 0
  for (const line of splitLines(text)) {
    const indent = STARTS_CLAUSE.test(line) || lines.length === 0 ? depth : depth + 1
    lines.push('  '.repeat(line.startsWith(')') ? depth - 1 : indent) + line)
    depth += countNesting(line)
  }
  const names = values.map((value, index) => `$${index + 1} ${describeValue(value)}`)
  return `${lines.join('\n')};\n${names.length > 0 ? `-- ${names.join(', ')}\n` : ''}`
}

/** The lines of an author stay; longer ones, which Kysely built, are broken before each clause. */
function splitLines(text: string): string[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.flatMap((line) => (line.length > LINE_MAX ? line.split(BEFORE_CLAUSE) : line))
}

function countNesting(line: string): number {
  const unquoted = line.replaceAll(QUOTED, '')
  return unquoted.split('(').length - unquoted.split(')').length
}

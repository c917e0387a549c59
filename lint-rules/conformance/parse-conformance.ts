interface Proof {
  file: string
  title: string
}

type Verdict = 'as written' | 'differs'

export interface Statement {
  id: string
  text: string
  /** Undefined where the statement is not marked. */
  verdict: Verdict | undefined
  /** The decision for many statements that the mark names. */
  generalDecision: string | undefined
  /** Texts of the user interface and of replies that the specification fixes. */
  texts: string[]
  proofs: Proof[]
  decisions: string[]
}

/** Matches `- **C74** (differs: Refresh) Dashboard: refreshes every 30 s`. */
const STATEMENT = /^- \*\*(C\d+)\*\* (?:\((as written|differs)(?:: ([^)]+))?\) )?(.+)$/
/** Matches the head of a decision that applies to many statements: `- **Refresh** (C74, C102):`. */
const GENERAL_DECISION = /^- \*\*([^*]+)\*\* \((C\d[^)]*)\): /

/** Reads docs/conformance.md. A line that belongs to no statement, or has none of the known forms, is reported. */
export function parseConformance(markdown: string): {
  statements: Statement[]
  problems: string[]
} {
  const statements: Statement[] = []
  const problems: string[] = []
  for (const item of joinListItems(markdown)) {
    const [, id, verdict, generalDecision, text] = STATEMENT.exec(item) ?? []
    if (id && text) {
      statements.push({
        id,
        text,
        verdict: verdict as Verdict | undefined,
        generalDecision,
        texts: [],
        proofs: [],
        decisions: [],
      })
      continue
    }
    const detail = /^ {2}- (.+)$/.exec(item)?.[1]
    const statement = statements.at(-1)
    if (!detail || !statement) continue
    if (!addDetail(statement, detail)) problems.push(`${statement.id}: cannot read "${detail}"`)
  }
  return { statements, problems }
}

/** Returns the statements to which each of the decisions for many statements applies, by its name. */
export function parseGeneralDecisions(markdown: string): Map<string, string[]> {
  const heads = joinListItems(markdown).map((item) => GENERAL_DECISION.exec(item))
  return new Map(heads.flatMap((head) => (head?.[1] ? [[head[1], listIds(head[2] ?? '')]] : [])))
}

/** Lists the statements of `C39, C220 to C224`. */
function listIds(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [first = 0, last = first] = [...part.matchAll(/\d+/g)].map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `C${first + index}`)
  })
}

/** Joins each list item with its continuation lines. */
function joinListItems(markdown: string): string[] {
  const items: string[] = []
  let inItem = false
  for (const line of markdown.split('\n')) {
    if (/^\s*- /.test(line)) {
      items.push(line.trimEnd())
      inItem = true
    } else if (inItem && /^\s+\S/.test(line)) {
      items.push(`${items.pop()} ${line.trim()}`)
    } else {
      inItem = false
    }
  }
  return items
}

function addDetail(statement: Statement, detail: string): boolean {
  const [, kind, rest = ''] = /^(texts|test|decision)(?:: (.+))?$/.exec(detail) ?? []
  const spans = findCodeSpans(rest)
  if (kind === 'decision' && rest) statement.decisions.push(rest)
  else if (kind === 'texts' && spans.length > 0) statement.texts.push(...spans)
  else if (kind === 'test' && spans[0] && spans[1] && spans.length === 2) {
    statement.proofs.push({ file: spans[0], title: spans[1] })
  } else return false
  return true
}

/** A code span with a backtick in it is delimited by two backticks and a space. */
function findCodeSpans(text: string): string[] {
  return [...text.matchAll(/``\s?(.+?)\s?``(?!`)|`([^`]+)`/g)].map(
    ([, double, single]) => double ?? single ?? '',
  )
}

interface Proof {
  file: string
  title: string
}

export interface Statement {
  id: string
  text: string
  /** Texts of the user interface and of replies that the specification fixes. */
  texts: string[]
  proofs: Proof[]
  decisions: string[]
}

/** Reads docs/conformance.md. A line that belongs to no statement, or has none of the known forms, is reported. */
export function parseConformance(markdown: string): {
  statements: Statement[]
  problems: string[]
} {
  const statements: Statement[] = []
  const problems: string[] = []
  for (const item of joinListItems(markdown)) {
    const start = /^- \*\*(C\d+)\*\* (.+)$/.exec(item)
    if (start?.[1] && start[2]) {
      const [, id, text] = start
      statements.push({ id, text, texts: [], proofs: [], decisions: [] })
      continue
    }
    const detail = /^ {2}- (.+)$/.exec(item)?.[1]
    const statement = statements.at(-1)
    if (!detail || !statement) continue
    if (!addDetail(statement, detail)) problems.push(`${statement.id}: cannot read "${detail}"`)
  }
  return { statements, problems }
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

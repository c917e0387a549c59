import { normalizeText } from './collect-source-texts.ts'
import { matchesTitle } from './collect-test-titles.ts'
import { parseConformance, parseGeneralDecisions } from './parse-conformance.ts'
import type { Statement } from './parse-conformance.ts'

const STATEMENT_COUNT = 279
/** Files that `pnpm test` and `pnpm e2e` run. The visual suite is compared by hand. */
const PROOF_FILE =
  /^(?:[\w-]+\/(?:[\w.-]+\/)*[\w.-]+\.test\.tsx?|e2e\/(?!visual\/)[\w-]+\/[\w.-]+\.spec\.ts)$/

export interface Repository {
  /** Returns the titles of the tests of a file, or undefined where there is no such file. */
  readTestTitles(file: string): string[] | undefined
  /** All texts of the product's source, normalized. */
  sourceTexts: Set<string>
}

export interface ConformanceReport {
  problems: string[]
  summary: string
}

export function findProblems(markdown: string, repository: Repository): ConformanceReport {
  const { statements, problems } = parseConformance(markdown)
  const ids = statements.map(({ id }) => id)
  const expected = Array.from({ length: STATEMENT_COUNT }, (_, index) => `C${index + 1}`)
  for (const id of expected.filter((each) => !ids.includes(each))) problems.push(`${id} is missing`)
  for (const id of ids.filter((each, index) => ids.indexOf(each) !== index)) {
    problems.push(`${id} is there twice`)
  }
  for (const id of ids.filter((each) => !expected.includes(each))) problems.push(`${id} is unknown`)
  const generalDecisions = parseGeneralDecisions(markdown)
  problems.push(
    ...statements.flatMap((statement) => [
      ...checkVerdict(statement, generalDecisions),
      ...checkStatement(statement, repository),
    ]),
  )
  return {
    problems,
    summary: summarize(statements),
  }
}

function checkVerdict(
  { id, verdict, generalDecision, decisions }: Statement,
  generalDecisions: ReadonlyMap<string, string[]>,
): string[] {
  if (!verdict) return [`${id} is marked neither (as written) nor (differs)`]
  if (generalDecision !== undefined && !generalDecisions.get(generalDecision)?.includes(id)) {
    return [`${id}: there is no decision '${generalDecision}' that applies to it`]
  }
  const isExplained = generalDecision !== undefined || decisions.length > 0
  return verdict === 'differs' && !isExplained ? [`${id} differs without a decision`] : []
}

function checkStatement(statement: Statement, repository: Repository): string[] {
  const { id, texts, proofs, decisions } = statement
  const problems = texts
    .filter((text) => !repository.sourceTexts.has(normalizeText(text)))
    .map((text) => `${id}: the text '${text}' is not in the source`)
  if (proofs.length + decisions.length === 0) {
    problems.push(`${id} has neither a test nor a decision`)
  }
  for (const { file, title } of proofs) {
    const titles = PROOF_FILE.test(file) ? repository.readTestTitles(file) : undefined
    if (!titles) problems.push(`${id}: ${file} is no test file that the checks run`)
    else if (!matchesTitle(title, titles)) problems.push(`${id}: ${file} has no test '${title}'`)
  }
  return problems
}

function summarize(statements: readonly Statement[]): string {
  const tests = new Set(
    statements.flatMap(({ proofs }) => proofs.map(({ file, title }) => `${file} ${title}`)),
  )
  const decisions = statements.flatMap((statement) => statement.decisions)
  const differing = statements.filter(({ verdict }) => verdict === 'differs').length
  const asWritten = statements.length - differing
  return `conformance: ${statements.length} statements, ${asWritten} as written, ${differing} differ, ${tests.size} tests, ${decisions.length} decisions`
}

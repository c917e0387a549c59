import { isNode, parseSource, PLACEHOLDER, readLiteral, findChildren } from './syntax-tree.ts'
import type { SyntaxNode } from './syntax-tree.ts'

/** Modifiers of `test` and `describe` whose tests run. Tests of `skip`, `todo`, `fixme` or `fails` prove nothing. */
const RUN_MODIFIERS = new Set([
  'each',
  'for',
  'only',
  'concurrent',
  'sequential',
  'serial',
  'describe',
])
const FORMAT_PLACEHOLDER = /%[sdifjo#]|\$[\w.]+/g

/**
 * Returns the full titles of a file's tests, `describe > test`. A title of `test.each` with a table in the same file is
 * returned once per row as well; a placeholder that only the run can fill is `{}`.
 */
export function collectTestTitles(file: string, source: string): string[] {
  const program = parseSource(file, source)
  const titles: string[] = []
  visit(program, [])
  return titles

  function visit(node: SyntaxNode, parents: string[]): void {
    const call = readTestCall(node, program)
    if (!call) {
      for (const child of findChildren(node)) visit(child, parents)
      return
    }
    if (call.skipped) return
    for (const title of call.titles) {
      const path = [...parents, title]
      if (call.kind === 'test') titles.push(path.join(' > '))
      else for (const child of call.body) visit(child, path)
    }
  }
}

/** Whether a title of the document names one of the titles of a file, with or without the titles of its groups. */
export function matchesTitle(named: string, titles: readonly string[]): boolean {
  const wanted = toPlaceholders(named)
  return titles.some((title) => {
    const parts = title.split(' > ')
    return parts.some((_, start) => {
      const tail = parts.slice(start).join(' > ')
      return tail === wanted || tail === named || toPattern(tail)?.test(named)
    })
  })
}

interface TestCall {
  kind: 'test' | 'describe'
  titles: string[]
  body: SyntaxNode[]
  skipped: boolean
}

function readTestCall(node: SyntaxNode, program: SyntaxNode): TestCall | undefined {
  if (node.type !== 'CallExpression') return undefined
  const [titleNode, ...body] = (node['arguments'] as unknown[]).filter(isNode)
  const title = readLiteral(titleNode)
  const callee = readCallee(node['callee'])
  if (title === undefined || !callee || body.length === 0) return undefined
  const rows = callee.table && readRows(callee.table, program)
  const titles = rows
    ? [title, ...rows.map((row) => fillTitle(title, row))]
    : [callee.table ? toPlaceholders(title) : title]
  return { kind: callee.kind, titles: [...new Set(titles)], body, skipped: callee.skipped }
}

/** Reads `test`, `test.describe`, `describe.skip`, `test.each(table)` and so on. */
function readCallee(
  callee: unknown,
): { kind: TestCall['kind']; skipped: boolean; table?: SyntaxNode | undefined } | undefined {
  if (!isNode(callee)) return undefined
  if (callee.type === 'CallExpression') {
    const inner = readCallee(callee['callee'])
    const [table] = callee['arguments'] as unknown[]
    return inner && { ...inner, ...(isNode(table) && { table }) }
  }
  if (callee.type === 'Identifier') {
    const name = String(callee['name'])
    // `testIgnoringConsole` of the end-to-end tests is a test as well.
    if (/^(?:test|it)(?:[A-Z]\w*)?$/.test(name)) return { kind: 'test', skipped: false }
    return name === 'describe' ? { kind: 'describe', skipped: false } : undefined
  }
  if (callee.type !== 'MemberExpression') return undefined
  const inner = readCallee(callee['object'])
  const { name } = callee['property'] as { name: string }
  if (!inner || name === 'step') return undefined
  const kind = name === 'describe' ? 'describe' : inner.kind
  return { ...inner, kind, skipped: inner.skipped || !RUN_MODIFIERS.has(name) }
}

/** Returns the rows of a table that is an array in the same file, each as its leading strings and numbers. */
function readRows(table: SyntaxNode, program: SyntaxNode): string[][] | undefined {
  const array = resolveArray(table, program)?.flatMap((element) =>
    isNode(element) && element.type === 'SpreadElement'
      ? (resolveArray(element['argument'], program) ?? [element])
      : [element],
  )
  const rows = array?.map((element) => {
    const cells =
      isNode(element) && element.type === 'ArrayExpression' ? element['elements'] : [element]
    return (cells as unknown[]).map((cell) => readLiteral(cell) ?? readNumber(cell) ?? PLACEHOLDER)
  })
  return rows?.every((row) => row[0] !== PLACEHOLDER) ? rows : undefined
}

function resolveArray(node: unknown, program: SyntaxNode): unknown[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'ArrayExpression') return node['elements'] as unknown[]
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') {
    return resolveArray(node['expression'], program)
  }
  if (node.type !== 'Identifier') return undefined
  const declarations = (program['body'] as SyntaxNode[])
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((declaration) => declaration['declarations'] as SyntaxNode[])
  const found = declarations.find(({ id }) => isNode(id) && id['name'] === node['name'])
  return found && resolveArray(found['init'], program)
}

function readNumber(node: unknown): string | undefined {
  return isNode(node) && typeof node['value'] === 'number' ? String(node['value']) : undefined
}

function fillTitle(title: string, row: readonly string[]): string {
  let column = 0
  return title.replaceAll(FORMAT_PLACEHOLDER, (format) => {
    const cell = row[column++] ?? PLACEHOLDER
    return format === '%j' && cell !== PLACEHOLDER ? JSON.stringify(cell) : cell
  })
}

function toPlaceholders(title: string): string {
  return title.replaceAll(/\$\{[^}]*\}/g, PLACEHOLDER).replaceAll(FORMAT_PLACEHOLDER, PLACEHOLDER)
}

/** A title of which at least two words are fixed may be named with its placeholders filled. */
function toPattern(title: string): RegExp | undefined {
  if (!title.includes(PLACEHOLDER)) return undefined
  const fixed = title.split(PLACEHOLDER)
  if ((fixed.join(' ').match(/[\p{L}\d]+/gu)?.length ?? 0) < 2) return undefined
  return new RegExp(`^${fixed.map((part) => RegExp.escape(part)).join('.+')}$`, 'su')
}

import { parseAst } from 'vitest/node'

export type SyntaxNode = { type: string } & Record<string, unknown>

export function parseSource(file: string, source: string): SyntaxNode {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return parseAst(source, { lang }) as unknown as SyntaxNode
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function findChildren(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode)
}

/** What a placeholder of a template literal or of a JSX text is replaced with. */
export const PLACEHOLDER = '{}'

/** Returns the text of a string or template literal, each expression in it as a placeholder. */
export function readLiteral(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.map((quasi) => quasi.value.cooked).join(PLACEHOLDER)
}

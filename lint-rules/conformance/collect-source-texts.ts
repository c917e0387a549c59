import { findChildren, isNode, parseSource, PLACEHOLDER, readLiteral } from './syntax-tree.ts'
import type { SyntaxNode } from './syntax-tree.ts'

/** Returns the string literals, template literals and JSX texts of a file. Comments are no texts. */
export function collectSourceTexts(file: string, source: string): string[] {
  const texts: string[] = []
  visit(parseSource(file, source))
  return texts.map(normalizeText).filter(Boolean)

  function visit(node: SyntaxNode): void {
    const literal = readLiteral(node)
    if (literal !== undefined) texts.push(literal)
    if (node.type === 'JSXText') texts.push(String(node['value']))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') texts.push(joinChildren(node))
    for (const child of findChildren(node)) visit(child)
  }
}

/** Spaces are collapsed, and a placeholder has no name: `Comments ({n})` is `Comments ({})`. */
export function normalizeText(text: string): string {
  return text
    .replaceAll(/\{[^}]*\}/g, PLACEHOLDER)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The text of an element with that of the elements in it: the specification does not know how a title is marked up. */
function joinChildren(element: SyntaxNode): string {
  const children = (element['children'] as unknown[]).filter(isNode)
  return children
    .map((child) => {
      if (child.type === 'JSXText') return String(child['value'])
      if (child.type === 'JSXExpressionContainer') {
        return readLiteral(child['expression']) ?? PLACEHOLDER
      }
      return Array.isArray(child['children']) ? joinChildren(child) : PLACEHOLDER
    })
    .join('')
}

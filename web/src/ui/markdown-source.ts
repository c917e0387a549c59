import { TABLE_CELLS_MAX } from './markdown-limits.ts'

/** A node of parsed Markdown, as far as the rules below look at it. */
interface SourceNode {
  type: string
  value?: string
  align?: unknown[]
  children?: SourceNode[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

interface Processor {
  data: () => { micromarkExtensions?: object[] }
}

/** How what members write differs from what GitHub makes of it. */
export const SOURCE_RULES = [withoutHtml, keepLineBreaks, shortenTables]

/** Tags are ordinary text, so that `Map<string, Post>` outside of code loses nothing. */
function withoutHtml(this: unknown): void {
  const settings = (this as Processor).data()
  settings.micromarkExtensions ??= []
  settings.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } })
}

/** A new line is a new line, as people expect of a box they type in. */
function keepLineBreaks() {
  return (tree: SourceNode) => replaceEach(tree, breakLines)
}

function breakLines(node: SourceNode): SourceNode[] {
  if (node.type !== 'text' || !node.value?.includes('\n')) return [node]
  return node.value
    .split(/[ \t]*\r?\n[ \t]*/)
    .flatMap((value, index) => [
      ...(index > 0 ? [{ type: 'break' }] : []),
      ...(value === '' ? [] : [{ type: 'text', value }]),
    ])
}

/** Rows are filled up to the width of the head; where that would explode, the table is shown as it was typed. */
function shortenTables() {
  return (tree: SourceNode, source: { toString: () => string }) =>
    replaceEach(tree, (node) => {
      const cells = (node.align?.length ?? 0) * (node.children?.length ?? 0)
      if (node.type !== 'table' || cells <= TABLE_CELLS_MAX) return [node]
      const { start, end } = node.position ?? { start: {}, end: {} }
      return [{ type: 'code', value: source.toString().slice(start.offset, end.offset) }]
    })
}

function replaceEach(node: SourceNode, replace: (child: SourceNode) => SourceNode[]): void {
  if (!node.children) return
  node.children = node.children.flatMap(replace)
  for (const child of node.children) replaceEach(child, replace)
}

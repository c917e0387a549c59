import { LOOKBACK_LIMIT } from './lookback-limit.ts'
import { TABLE_CELLS_MAX } from './markdown-limits.ts'

/** A node of parsed Markdown, with the fields that the plugins below use. */
interface MdastNode {
  type: string
  value?: string
  align?: unknown[]
  children?: MdastNode[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

interface Processor {
  data: () => { micromarkExtensions?: object[] }
}

/** Where our Markdown differs from GitHub's. */
export const REMARK_CONTENT_PLUGINS = [
  disableHtml,
  limitLookback,
  keepLineBreaks,
  replaceOversizedTables,
]

/** Shows HTML tags as text, so that `Map<string, Post>` outside of code stays complete. */
function disableHtml(this: unknown): void {
  addSyntax(this as Processor, { disable: { null: ['htmlFlow', 'htmlText'] } })
}

function limitLookback(this: unknown): void {
  addSyntax(this as Processor, LOOKBACK_LIMIT)
}

function addSyntax(processor: Processor, extension: object): void {
  const settings = processor.data()
  settings.micromarkExtensions ??= []
  settings.micromarkExtensions.push(extension)
}

/** Keeps single line breaks, as people expect from a text field. */
function keepLineBreaks() {
  return (tree: MdastNode) => replaceNodes(tree, splitLineBreaks)
}

function splitLineBreaks(node: MdastNode): MdastNode[] {
  if (node.type !== 'text' || !node.value?.includes('\n')) return [node]
  return node.value
    .split(/(?<![ \t])[ \t]*\r?\n[ \t]*/)
    .flatMap((value, index) => [
      ...(index > 0 ? [{ type: 'break' }] : []),
      ...(value === '' ? [] : [{ type: 'text', value }]),
    ])
}

/** Shows a table with too many cells as typed: the parser pads every row to the width of the header. */
function replaceOversizedTables() {
  return (tree: MdastNode, source: { toString: () => string }) =>
    replaceNodes(tree, (node) => {
      const cells = (node.align?.length ?? 0) * (node.children?.length ?? 0)
      if (node.type !== 'table' || cells <= TABLE_CELLS_MAX) return [node]
      const { start, end } = node.position ?? { start: {}, end: {} }
      return [{ type: 'code', value: source.toString().slice(start.offset, end.offset) }]
    })
}

function replaceNodes(node: MdastNode, replace: (child: MdastNode) => MdastNode[]): void {
  if (!node.children) return
  node.children = node.children.flatMap(replace)
  for (const child of node.children) replaceNodes(child, replace)
}

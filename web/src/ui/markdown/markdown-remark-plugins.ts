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

/** Where messages differ besides: what only a longer text needs is shown as typed. */
export const REMARK_MESSAGE_PLUGINS = [disableHeadings, showAsTyped]

function disableHeadings(this: unknown): void {
  const constructs = ['headingAtx', 'setextUnderline', 'thematicBreak', 'definition']
  addSyntax(this as Processor, { disable: { null: constructs } })
}

/** `ANDROID_NDK_ROOT` and `2*3*4` stay: only `**` makes text bold, and nothing makes it italic. No tables and footnotes. */
function showAsTyped() {
  return (tree: MdastNode, source: { toString: () => string }) =>
    replaceNodes(tree, (node) => {
      const { start, end } = node.position ?? { start: {}, end: {} }
      const typed = source.toString().slice(start.offset, end.offset)
      const asTyped = { type: 'text', value: typed }
      switch (node.type) {
        case 'emphasis':
          return unwrap(node, typed.charAt(0))
        case 'strong':
          return typed.startsWith('__') ? unwrap(node, '__') : [node]
        case 'table':
          return [{ type: 'code', value: typed }]
        case 'footnoteReference':
          return [asTyped]
        case 'footnoteDefinition':
          return [{ type: 'paragraph', children: [asTyped] }]
        default:
          return [node]
      }
    })
}

/** The content of a node between its marks. */
function unwrap({ children = [] }: MdastNode, mark: string): MdastNode[] {
  const text = { type: 'text', value: mark }
  return [text, ...children, text]
}

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

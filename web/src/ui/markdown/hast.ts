/** A node of an HTML tree, with the fields that are used here. */
export interface HastNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
}

export function getTextContent(node: HastNode): string {
  return node.value ?? (node.children ?? []).map(getTextContent).join('')
}

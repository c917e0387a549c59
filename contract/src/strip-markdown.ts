/**
 * Markdown without its marks, for places that show a few lines of plain text.
 * How far each mark may reach is bounded, or a text full of opening ones would cost its length squared.
 */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/```\w*\n?/g, '')
    .replaceAll(/!?\[([^[\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replaceAll(/^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|`)(.{1,200}?)\1/g, '$2')
    .replaceAll(/(?<!\w)([*_])(\S.{0,200}?)\1(?!\w)/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Removes Markdown syntax, for places that show a few lines of plain text.
 * The length of each match is bounded: a text full of opening marks would otherwise take quadratic time.
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

/** Markdown without its marks, for places that show a few lines of plain text. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/```\w*\n?/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/(?<!\w)([*_])(\S.*?)\1(?!\w)/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

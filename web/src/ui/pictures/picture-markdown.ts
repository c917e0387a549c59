/** A picture in a Markdown text, and where its Markdown is. */
export interface PictureMark {
  start: number
  end: number
  alt: string
  url: string
}

/** The pictures in a text whose URLs are paths of this site, in their order. */
export function findPictures(text: string): PictureMark[] {
  return [...text.matchAll(PICTURE_PATTERN)].flatMap(({ 0: markdown, 1: alt, 2: url, index }) => {
    if (alt === undefined || url === undefined) return []
    return [{ start: index, end: index + markdown.length, alt: unescapeText(alt), url }]
  })
}

/** The Markdown of a picture; the description is shown as it was typed. */
export function formatPicture(alt: string, url: string): string {
  const text = alt.replaceAll(/\s/g, ' ').replaceAll(/[\\`*_[\]<>&!~]/g, String.raw`\$&`)
  return `![${text}](${url})`
}

/** The text without one of its pictures, and without the line that it had for itself. */
export function removePicture(text: string, { start, end }: PictureMark): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const hasOwnLine = (before === '' || before.endsWith('\n')) && /^\n|^$/.test(after)
  return before + (hasOwnLine ? after.replace(/^\n{1,2}/, '') : after)
}

// The text of a picture is bounded: a text full of opening marks would otherwise take quadratic time.
const PICTURE_PATTERN =
  /!\[((?:\\.|[^\]\\\n]){0,400})\]\((\/[\w/-]{1,200}\/\d{1,4}x\d{1,4}\.webp)\)/g

function unescapeText(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}

import { parsePostPictureUrl } from '@dolph/contract/posts/post-pictures'

/** A picture in a text, and where its Markdown is. */
export interface BodyPictureMark {
  start: number
  end: number
  alt: string
  url: string
}

/** The pictures that were uploaded into a text, in their order. */
export function findBodyPictures(body: string): BodyPictureMark[] {
  return [...body.matchAll(PICTURE_PATTERN)].flatMap(({ 0: markdown, 1: alt, 2: url, index }) => {
    if (alt === undefined || url === undefined || !parsePostPictureUrl(url)) return []
    return [{ start: index, end: index + markdown.length, alt: unescapeText(alt), url }]
  })
}

/** The Markdown of a picture; the description is shown as it was typed. */
export function formatPicture(alt: string, url: string): string {
  const text = alt.replaceAll(/\s/g, ' ').replaceAll(/[\\`*_[\]<>&!~]/g, String.raw`\$&`)
  return `![${text}](${url})`
}

/** The text with another description of one of its pictures. */
export function describeBodyPicture(body: string, mark: BodyPictureMark, alt: string): string {
  return body.slice(0, mark.start) + formatPicture(alt, mark.url) + body.slice(mark.end)
}

/** The text without one of its pictures, and without the line that it had for itself. */
export function removeBodyPicture(body: string, { start, end }: BodyPictureMark): string {
  const before = body.slice(0, start)
  const after = body.slice(end)
  const hasOwnLine = (before === '' || before.endsWith('\n')) && /^\n|^$/.test(after)
  return before + (hasOwnLine ? after.replace(/^\n{1,2}/, '') : after)
}

// The text of a picture is bounded: a body full of opening marks would otherwise take quadratic time.
const PICTURE_PATTERN = /!\[((?:\\.|[^\]\\\n]){0,400})\]\((\/pictures\/[\w-]+\/\d+x\d+\.webp)\)/g

function unescapeText(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}

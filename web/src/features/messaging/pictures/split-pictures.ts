import { parseMessagePictureUrl } from '@dolph/contract/messaging/message-pictures'
import {
  findPictures,
  formatPicture,
  removePicture,
} from '../../../ui/pictures/picture-markdown.ts'

/** A stored picture of a message, and what it shows. */
export interface DescribedPicture {
  url: string
  alt: string
}

interface MessageParts {
  text: string
  pictures: readonly DescribedPicture[]
}

/** Takes the pictures out of a message, so that its text can be edited as such. */
export function splitPictures(content: string): MessageParts {
  const marks = findPictures(content).filter(({ url }) => parseMessagePictureUrl(url))
  if (marks.length === 0) return { text: content, pictures: [] }
  const text = marks.toReversed().reduce(removePicture, content)
  return { text: text.trim(), pictures: marks.map(({ url, alt }) => ({ url, alt })) }
}

/** The message with its pictures, which come first: a text may end inside of a block of code. */
export function joinPictures({ text, pictures }: MessageParts): string {
  if (pictures.length === 0) return text
  const marks = pictures.map(({ alt, url }) => formatPicture(alt, url))
  return [...marks, text].filter((part) => part !== '').join('\n\n')
}

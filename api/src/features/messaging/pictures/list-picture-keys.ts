import {
  listMessagePictures,
  MESSAGE_PICTURE_GONE,
  MESSAGE_PICTURES_MAX,
  MESSAGE_PICTURES_TOO_MANY,
  parseMessagePictureUrl,
} from '@dolph/contract/messaging/message-pictures'
import { Refusal } from '../../../platform/errors.ts'

interface Text {
  content: string
  format?: 'markdown' | undefined
}

/** The keys of the pictures in a text. A text that is not sent as Markdown has none: it is shown as typed. */
export function listPictureKeys({ content, format }: Text): string[] {
  if (format !== 'markdown') return []
  const urls = listMessagePictures(content)
  // Also of one key: each size that the text claims is a request of every reader.
  if (urls.length > MESSAGE_PICTURES_MAX) throw refuse(MESSAGE_PICTURES_TOO_MANY)
  return [...new Set(urls.flatMap((url) => parseMessagePictureUrl(url)?.key ?? []))]
}

/** For a text with a picture that the sender has not uploaded, or that has a message already. */
export function pictureGone(): Refusal {
  return refuse(MESSAGE_PICTURE_GONE)
}

function refuse(message: string): Refusal {
  return new Refusal('invalid-input', message, { fields: { content: message } })
}

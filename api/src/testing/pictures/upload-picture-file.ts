import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import {
  MESSAGE_PICTURE_FIELD,
  uploadMessagePicture,
} from '@dolph/contract/messaging/message-pictures'
import { PICTURE_FIELD, uploadPicture } from '@dolph/contract/pictures/pictures'
import { POST_PICTURE_FIELD, uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import type { Browser } from '../browser.ts'

/** Where a picture of a kind is uploaded, and in which form field. */
export const UPLOAD_TARGETS = {
  profile: { url: uploadPicture.url, field: PICTURE_FIELD },
  cover: { url: uploadPostPicture.url.replace(':kind', 'cover'), field: POST_PICTURE_FIELD },
  text: { url: uploadPostPicture.url.replace(':kind', 'text'), field: POST_PICTURE_FIELD },
  message: { url: uploadMessagePicture.url, field: MESSAGE_PICTURE_FIELD },
} as const

const BOUNDARY = 'a-boundary-of-the-tests'

export interface FormPart {
  field?: string
  filename?: string | null
  type?: string
  bytes: Buffer
}

/** Builds a multipart body by hand, because tests send forms that no browser would. */
export function buildMultipartForm(...parts: FormPart[]): { body: Buffer; type: string } {
  const pieces = parts.flatMap(({ field = 'profilePicture', filename, type, bytes }) => {
    const file = filename === null ? '' : `; filename="${filename ?? 'me.jpg'}"`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n`
    const kind = `content-type: ${type ?? 'image/jpeg'}\r\n\r\n`
    return [Buffer.from(head + kind, 'latin1'), bytes, Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

interface UploadOptions {
  kind?: keyof typeof UPLOAD_TARGETS
  headers?: Record<string, string>
}

/** Uploads a file as a picture of this browser's member, by default as a profile picture. */
export async function uploadPictureFile(
  { request }: Pick<Browser, 'request'>,
  bytes: Buffer,
  { kind = 'profile', headers = {} }: UploadOptions = {},
) {
  const { token } = (await request('GET', getCsrfToken.url)).json<{ token: string }>()
  const { url, field } = UPLOAD_TARGETS[kind]
  const { body, type } = buildMultipartForm({ field, bytes })
  return request('POST', url, {
    headers: { 'x-csrf-token': token, 'content-type': type, ...headers },
    body,
  })
}

/** The storage key in the reply to an upload. */
export function extractPictureKey(reply: { body: string }): string {
  return /pictures\/(?<key>[^/]+)/.exec(reply.body)?.groups?.['key'] ?? ''
}

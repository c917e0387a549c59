import { getCsrfToken } from '@dolph/contract/accounts'
import { uploadPicture } from '@dolph/contract/pictures'
import type { Browser } from '../browser.ts'

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

/** Uploads a file as the profile picture of this browser's member. */
export async function uploadPictureFile(
  { request }: Pick<Browser, 'request'>,
  bytes: Buffer,
  headers = {},
) {
  const { token } = (await request('GET', getCsrfToken.url)).json<{ token: string }>()
  const { body, type } = buildMultipartForm({ bytes })
  return request(uploadPicture.method, uploadPicture.url, {
    headers: { 'x-csrf-token': token, 'content-type': type, ...headers },
    body,
  })
}

/** The storage key in the reply to an upload. */
export function extractPictureKey(reply: { body: string }): string {
  return /pictures\/(?<key>[^/]+)/.exec(reply.body)?.groups?.['key'] ?? ''
}

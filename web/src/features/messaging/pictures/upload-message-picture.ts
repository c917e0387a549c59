import {
  MESSAGE_PICTURE_FIELD,
  uploadMessagePicture,
} from '@dolph/contract/messaging/message-pictures'
import {
  BODY_PICTURE_HEIGHT_MAX,
  BODY_PICTURE_WIDTH_MAX,
} from '@dolph/contract/posts/post-pictures'
import { uploadFormData } from '../../../lib/api/upload-form-data.ts'
import { decodePicture, scalePicture } from '../../../ui/pictures/crop-picture.ts'

const SIZE_MAX = { width: BODY_PICTURE_WIDTH_MAX, height: BODY_PICTURE_HEIGHT_MAX }

/** Uploads a file as a picture for a message, scaled down if it is large, and returns its URL. */
export async function uploadPicture(
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<string> {
  const picture = await decodePicture(file)
  const blob = await scalePicture(picture, SIZE_MAX).finally(() => URL.revokeObjectURL(picture.url))
  const form = new FormData()
  const { type } = blob
  form.set(MESSAGE_PICTURE_FIELD, new File([blob], type.replace('image/', 'picture.'), { type }))
  const { url } = await uploadFormData(uploadMessagePicture, form, options)
  return url
}

import {
  MESSAGE_PICTURE_FIELD,
  uploadMessagePicture,
} from '@dolph/contract/messaging/message-pictures'
import {
  BODY_PICTURE_HEIGHT_MAX,
  BODY_PICTURE_WIDTH_MAX,
} from '@dolph/contract/posts/post-pictures'
import { uploadFormData } from '../../../lib/api/upload-form-data.ts'
import { getUploadErrorText } from '../../../ui/pictures/upload-error-text.ts'
import { decodePicture, scalePicture } from '../../../ui/pictures/crop-picture.ts'

interface UploadOptions {
  signal: AbortSignal
  onProgress: (progress: number) => void
}

const SIZE_MAX = { width: BODY_PICTURE_WIDTH_MAX, height: BODY_PICTURE_HEIGHT_MAX }

/** Uploads a file as a picture for a message, scaled down if it is large. Returns its URL, or what to tell the member. */
export async function uploadPicture(
  file: File,
  options: UploadOptions,
): Promise<{ url: string } | { problem: string }> {
  try {
    return await scaleAndUpload(file, options)
  } catch (error) {
    return { problem: getUploadErrorText(error, FAILURE_TEXT, OFFLINE_TEXT) }
  }
}

const FAILURE_TEXT = 'The picture could not be uploaded. Please try again.'
const OFFLINE_TEXT = 'You are offline. Your picture is kept: try again once you are connected.'

async function scaleAndUpload(file: File, options: UploadOptions): Promise<{ url: string }> {
  const picture = await decodePicture(file)
  const blob = await scalePicture(picture, SIZE_MAX).finally(() => URL.revokeObjectURL(picture.url))
  const form = new FormData()
  const { type } = blob
  form.set(MESSAGE_PICTURE_FIELD, new File([blob], type.replace('image/', 'picture.'), { type }))
  const { url } = await uploadFormData(uploadMessagePicture, form, options)
  return { url }
}

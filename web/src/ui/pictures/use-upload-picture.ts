import { uploadPicture, PICTURE_FIELD } from '@dolph/contract/pictures/pictures'
import {
  POST_PICTURE_FIELD,
  uploadPostPicture,
  type PostPictureKind,
} from '@dolph/contract/posts/post-pictures'
import { useMutation } from '@tanstack/react-query'
import { uploadFormData } from '../../lib/api/upload-form-data.ts'
import type { PictureUpload } from './use-picture-editor.ts'

/** Returns the URL of the uploaded picture; saving the profile or the post with it puts the picture in use. */
export function useUploadPicture(kind: 'profile' | PostPictureKind) {
  return useMutation({
    mutationFn: async ({ blob, ...options }: PictureUpload) => {
      const form = new FormData()
      const { type } = blob
      const file = new File([blob], type.replace('image/', 'picture.'), { type })
      form.set(kind === 'profile' ? PICTURE_FIELD : POST_PICTURE_FIELD, file)
      const reply =
        kind === 'profile'
          ? await uploadFormData(uploadPicture, form, options)
          : await uploadFormData(uploadPostPicture, form, { ...options, params: { kind } })
      return reply.url
    },
    // Offline, the upload fails at once and can be retried, instead of pausing without a notice.
    networkMode: 'always',
  })
}

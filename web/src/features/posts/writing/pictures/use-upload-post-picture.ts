import {
  POST_PICTURE_FIELD,
  uploadPostPicture,
  type PostPictureKind,
} from '@dolph/contract/post-pictures'
import { useMutation } from '@tanstack/react-query'
import { uploadFormData } from '../../../../lib/api/upload-form-data.ts'
import type { PictureUpload } from '../../../../ui/pictures/use-picture-editor.ts'

/** Returns the URL of the uploaded picture; saving the post with it puts the picture in use. */
export function useUploadPostPicture(kind: PostPictureKind) {
  return useMutation({
    mutationFn: async ({ blob, signal, onProgress }: PictureUpload) => {
      const form = new FormData()
      const { type } = blob
      form.set(POST_PICTURE_FIELD, new File([blob], type.replace('image/', 'picture.'), { type }))
      const options = { signal, onProgress, params: { kind } }
      return (await uploadFormData(uploadPostPicture, form, options)).url
    },
    // Offline, the upload fails at once and can be retried, instead of pausing without a notice.
    networkMode: 'always',
  })
}

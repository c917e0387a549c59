import { PICTURE_FIELD, uploadPicture } from '@dolph/contract/pictures'
import { useMutation } from '@tanstack/react-query'
import { uploadFormData } from '../../../lib/api/upload-form-data.ts'
import type { PictureUpload } from '../../../ui/pictures/use-picture-editor.ts'

/** Returns the URL of the uploaded picture; saving the profile with it puts the picture in use. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: async ({ blob, signal, onProgress }: PictureUpload) => {
      const form = new FormData()
      const { type } = blob
      form.set(PICTURE_FIELD, new File([blob], type.replace('image/', 'picture.'), { type }))
      const { url } = await uploadFormData(uploadPicture, form, { signal, onProgress })
      return url
    },
    // Offline, the upload fails at once and can be retried, instead of pausing without a notice.
    networkMode: 'always',
  })
}

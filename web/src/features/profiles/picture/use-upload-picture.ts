import { uploadPicture } from '@dolph/contract/pictures'
import { useMutation } from '@tanstack/react-query'
import { uploadFormData } from '../../../lib/upload-form-data.ts'

interface Upload {
  blob: Blob
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** Gives the address of the picture, which the profile wears once it is saved with it. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: async ({ blob, signal, onProgress }: Upload) => {
      const form = new FormData()
      const { type } = blob
      form.set('profilePicture', new File([blob], type.replace('image/', 'picture.'), { type }))
      const { url } = await uploadFormData(uploadPicture, form, { signal, onProgress })
      return url
    },
    // Without a network it fails at once, and can be tried again, rather than wait unseen.
    networkMode: 'always',
  })
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Area, CropFrame } from './crop-area.ts'
import type { CropDialog } from './crop-dialog.tsx'
import { cropPicture, decodePicture, type DecodedPicture } from './crop-picture.ts'
import { getUploadErrorText } from './upload-error-text.ts'

type PictureStep =
  | { name: 'idle' }
  | { name: 'decoding' }
  | { name: 'cropping'; picture: DecodedPicture; Dialog: typeof CropDialog }
  | { name: 'uploading'; progress: number }
  /** `canRetry`: the cropped picture is still available for another upload. */
  | { name: 'failed'; message: string; canRetry: boolean }

/** The cropped picture; `uploadedUrl` is null until the upload is complete. */
interface CroppedPicture {
  blob: Blob
  objectUrl: string
  uploadedUrl: string | null
}

/** A picture on its way to the server. */
export interface PictureUpload {
  blob: Blob
  signal: AbortSignal
  /** `progress`: the fraction that was uploaded, from 0 to 1. */
  onProgress: (progress: number) => void
}

interface Options {
  frame: CropFrame
  /** Resolves with the URL of the stored picture. */
  uploadPicture: (upload: PictureUpload) => Promise<string>
  /** The message if the reason of a failure is unknown. */
  failureText: string
  value: string
  onChange: (url: string) => void
  onBusyChange: (isBusy: boolean) => void
}

/** State machine of the picture field: decode a file, crop, upload, pass the URL to the form. */
export function usePictureEditor(options: Options) {
  const { frame, uploadPicture, failureText, value, onChange, onBusyChange } = options
  const [step, setStep] = useState<PictureStep>({ name: 'idle' })
  const { cropped, replaceCropped } = useCroppedPicture()
  const abortController = useRef<AbortController>(null)

  const isBusy = step.name === 'decoding' || step.name === 'cropping' || step.name === 'uploading'
  const reportBusy = useEffectEvent((busy: boolean) => onBusyChange(busy))
  useEffect(() => reportBusy(isBusy), [isBusy])
  useEffect(() => () => abortController.current?.abort(), [])
  // An upload ends long after the render that started it.
  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  })

  const startOperation = () => {
    abortController.current?.abort()
    abortController.current = new AbortController()
    return abortController.current.signal
  }

  async function chooseFile(file: File) {
    if (isBusy) return
    const signal = startOperation()
    setStep({ name: 'decoding' })
    try {
      const picture = await decodePicture(file)
      const { CropDialog: Dialog } = await import('./crop-dialog.tsx')
      if (signal.aborted) URL.revokeObjectURL(picture.url)
      else setStep({ name: 'cropping', picture, Dialog })
    } catch (error) {
      setStep({ name: 'failed', message: getUploadErrorText(error, failureText), canRetry: false })
    }
  }

  async function confirmCrop(picture: DecodedPicture, area: Area) {
    const signal = startOperation()
    setStep({ name: 'uploading', progress: 0 })
    try {
      const blob = await cropPicture(picture, area, frame)
      if (!signal.aborted)
        void upload({ blob, objectUrl: URL.createObjectURL(blob), uploadedUrl: null })
    } catch (error) {
      setStep({ name: 'failed', message: getUploadErrorText(error, failureText), canRetry: false })
    } finally {
      URL.revokeObjectURL(picture.url)
    }
  }

  async function upload(next: CroppedPicture) {
    const signal = startOperation()
    replaceCropped(next)
    setStep({ name: 'uploading', progress: 0 })
    const onProgress = (progress: number) => {
      if (!signal.aborted) setStep({ name: 'uploading', progress })
    }
    try {
      const uploadedUrl = await uploadPicture({ blob: next.blob, signal, onProgress })
      if (signal.aborted) return
      replaceCropped({ ...next, uploadedUrl })
      setStep({ name: 'idle' })
      latestOnChange.current(uploadedUrl)
    } catch (error) {
      if (signal.aborted) return
      setStep({ name: 'failed', message: getUploadErrorText(error, failureText), canRetry: true })
    }
  }

  function cancel() {
    abortController.current?.abort()
    if (step.name === 'cropping') URL.revokeObjectURL(step.picture.url)
    else replaceCropped(null)
    setStep({ name: 'idle' })
  }

  const isCroppedShown =
    cropped !== null && (cropped.uploadedUrl === null || cropped.uploadedUrl === value)
  return {
    step,
    /** The picture to show: the cropped one, even before its upload is complete, or the current value. */
    pictureUrl: isCroppedShown ? cropped.objectUrl : value,
    /** True when the picture is uploaded and the profile is not saved yet. */
    isNew: cropped !== null && cropped.uploadedUrl !== null && cropped.uploadedUrl === value,
    chooseFile: (file: File) => void chooseFile(file),
    confirmCrop: (picture: DecodedPicture, area: Area) => void confirmCrop(picture, area),
    retryUpload: () => {
      if (cropped) void upload(cropped)
    },
    cancel,
    remove: () => {
      cancel()
      onChange('')
    },
  }
}

/** State for one cropped picture; revokes its object URL when it is replaced or unmounted. */
function useCroppedPicture() {
  const [cropped, setCropped] = useState<CroppedPicture | null>(null)
  const objectUrl = useRef<string>(null)

  const replaceCropped = (next: CroppedPicture | null) => {
    if (objectUrl.current && objectUrl.current !== next?.objectUrl)
      URL.revokeObjectURL(objectUrl.current)
    objectUrl.current = next?.objectUrl ?? null
    setCropped(next)
  }
  useEffect(() => () => void (objectUrl.current && URL.revokeObjectURL(objectUrl.current)), [])
  return { cropped, replaceCropped }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api.ts'
import type { Area } from './crop-area.ts'
import type { CropDialog } from './crop-dialog.tsx'
import {
  cropPicture,
  decodePicture,
  InvalidPictureError,
  type DecodedPicture,
} from './crop-picture.ts'
import { useUploadPicture } from './use-upload-picture.ts'

type PictureStep =
  | { is: 'resting' }
  | { is: 'opening' }
  | { is: 'cropping'; picture: DecodedPicture; Dialog: typeof CropDialog }
  | { is: 'uploading'; share: number }
  /** Nothing came of it; `canRetry`: what was cropped is still there. */
  | { is: 'failed'; message: string; canRetry: boolean }

/** What was cropped, and where the server keeps it once it has arrived there. */
interface CroppedPicture {
  blob: Blob
  url: string
  address: string | null
}

interface Options {
  value: string
  onChange: (address: string) => void
  onBusyChange: (isBusy: boolean) => void
}

/** The way of a picture from a file to its address: opened, cropped, uploaded. */
export function usePictureEditor({ value, onChange, onBusyChange }: Options) {
  const [step, setStep] = useState<PictureStep>({ is: 'resting' })
  const { cropped, keep } = useCroppedPicture()
  const { mutateAsync: send } = useUploadPicture()
  const underWay = useRef<AbortController>(null)

  const isBusy = step.is === 'opening' || step.is === 'cropping' || step.is === 'uploading'
  const tellBusy = useEffectEvent((busy: boolean) => onBusyChange(busy))
  useEffect(() => tellBusy(isBusy), [isBusy])
  useEffect(() => () => underWay.current?.abort(), [])

  const start = () => {
    underWay.current?.abort()
    underWay.current = new AbortController()
    return underWay.current.signal
  }

  async function choose(file: File) {
    if (isBusy) return
    const signal = start()
    setStep({ is: 'opening' })
    try {
      const picture = await decodePicture(file)
      const { CropDialog: Dialog } = await import('./crop-dialog.tsx')
      if (signal.aborted) URL.revokeObjectURL(picture.url)
      else setStep({ is: 'cropping', picture, Dialog })
    } catch (error) {
      setStep({ is: 'failed', message: getDecodeErrorText(error), canRetry: false })
    }
  }

  async function use(picture: DecodedPicture, area: Area) {
    const signal = start()
    setStep({ is: 'uploading', share: 0 })
    try {
      const blob = await cropPicture(picture, area)
      if (!signal.aborted) void arrive({ blob, url: URL.createObjectURL(blob), address: null })
    } catch (error) {
      setStep({ is: 'failed', message: getDecodeErrorText(error), canRetry: false })
    } finally {
      URL.revokeObjectURL(picture.url)
    }
  }

  async function arrive(next: CroppedPicture) {
    const signal = start()
    keep(next)
    setStep({ is: 'uploading', share: 0 })
    const onProgress = (share: number) => {
      if (!signal.aborted) setStep({ is: 'uploading', share })
    }
    try {
      const address = await send({ blob: next.blob, signal, onProgress })
      keep({ ...next, address })
      setStep({ is: 'resting' })
      onChange(address)
    } catch (error) {
      if (signal.aborted) return
      setStep({ is: 'failed', message: getUploadErrorText(error), canRetry: true })
    }
  }

  function stop() {
    underWay.current?.abort()
    if (step.is === 'cropping') URL.revokeObjectURL(step.picture.url)
    else keep(null)
    setStep({ is: 'resting' })
  }

  const isShown = cropped !== null && (cropped.address === null || cropped.address === value)
  return {
    step,
    /** What to show as the picture now: what was cropped, even before the server has it. */
    shown: isShown ? cropped.url : value,
    /** The picture has arrived, and waits for the profile to be saved. */
    isNew: cropped !== null && cropped.address !== null && cropped.address === value,
    choose: (file: File) => void choose(file),
    use: (picture: DecodedPicture, area: Area) => void use(picture, area),
    retry: () => {
      if (cropped) void arrive(cropped)
    },
    stop,
    remove: () => {
      stop()
      onChange('')
    },
  }
}

/** Holds one cropped picture. The memory behind its address is given back when another takes its place. */
function useCroppedPicture() {
  const [cropped, setCropped] = useState<CroppedPicture | null>(null)
  const url = useRef<string>(null)

  const keep = (next: CroppedPicture | null) => {
    if (url.current && url.current !== next?.url) URL.revokeObjectURL(url.current)
    url.current = next?.url ?? null
    setCropped(next)
  }
  useEffect(() => () => void (url.current && URL.revokeObjectURL(url.current)), [])
  return { cropped, keep }
}

function getDecodeErrorText(error: unknown): string {
  return error instanceof InvalidPictureError ? error.message : 'Failed to upload profile picture'
}

function getUploadErrorText(error: unknown): string {
  const isOutage = error instanceof ApiError && error.code === 'unavailable'
  const otherwise = 'Failed to upload profile picture'
  return isOutage ? otherwise : getErrorMessage(error, otherwise)
}

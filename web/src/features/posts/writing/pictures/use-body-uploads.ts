import {
  BODY_PICTURE_HEIGHT_MAX,
  BODY_PICTURE_WIDTH_MAX,
  BODY_PICTURES_MAX,
  BODY_PICTURES_TOO_MANY,
} from '@dolph/contract/posts/post-pictures'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { decodePicture, scalePicture } from '../../../../ui/pictures/crop-picture.ts'
import { formatPicture } from '../../../../ui/pictures/picture-markdown.ts'
import { getUploadErrorText } from '../../../../ui/pictures/upload-error-text.ts'
import { useUploadPicture } from '../../../../ui/pictures/use-upload-picture.ts'
import { applyTextEdit, replaceText } from '../editor/text-edit.ts'
import { useCompositionEnd } from '../editor/use-composition-end.ts'
import { findBodyPictures } from './body-pictures.ts'
import { useFailedUploads, type UploadsChange } from './upload-counts.ts'
import { createUploadMark } from './upload-mark.ts'

const SIZE_MAX = { width: BODY_PICTURE_WIDTH_MAX, height: BODY_PICTURE_HEIGHT_MAX }
const FAILURE_TEXT = 'The picture could not be uploaded. Please try again.'
const OFFLINE_TEXT = 'You are offline. Your picture is kept: try again once you are connected.'

/** A picture for the text that is not stored yet. */
export interface BodyUpload {
  number: number
  file: File
  progress: number
  /** Why the upload has failed; absent while it runs. */
  problem?: string
}

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  onUploadsChange: UploadsChange
}

/** Uploads pictures into a text: a mark keeps the place of each until it is stored. */
export function useBodyUploads({ field, onUploadsChange }: Options) {
  const [uploads, setUploads] = useState<BodyUpload[]>([])
  const running = useRef(new Map<number, AbortController>())
  const lastNumber = useRef(0)
  const { mutateAsync: uploadPicture } = useUploadPicture('text')

  const waitForComposition = useCompositionEnd(field)
  const failedCount = uploads.filter(({ problem }) => problem !== undefined).length
  useFailedUploads('body', failedCount, onUploadsChange)

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (number: number, fields: Partial<BodyUpload>) =>
    setUploads((all) => all.map((each) => (each.number === number ? { ...each, ...fields } : each)))
  const remove = (number: number) =>
    setUploads((all) => all.filter((each) => each.number !== number))

  async function start(file: File) {
    if (!field.current) return
    const taken = findBodyPictures(field.current.value).length + running.current.size
    if (taken >= BODY_PICTURES_MAX) {
      toast.error(BODY_PICTURES_TOO_MANY)
      return
    }
    const number = (lastNumber.current += 1)
    const mark = createUploadMark(file.name, number)
    const controller = new AbortController()
    running.current.set(number, controller)
    onUploadsChange({ running: 1 })
    setUploads((all) => [...all, { number, file, progress: 0 }])
    insertLine(field.current, mark)
    try {
      const url = await upload(file, number, controller.signal)
      await waitForComposition()
      // The member may have cancelled meanwhile.
      controller.signal.throwIfAborted()
      replaceMark(field.current, mark, formatPicture('', url))
      remove(number)
    } catch (error) {
      await waitForComposition()
      replaceMark(field.current, mark, '')
      if (controller.signal.aborted) remove(number)
      else change(number, { problem: getUploadErrorText(error, FAILURE_TEXT, OFFLINE_TEXT) })
    } finally {
      running.current.delete(number)
      onUploadsChange({ running: -1 })
    }
  }

  async function upload(file: File, number: number, signal: AbortSignal): Promise<string> {
    const picture = await decodePicture(file)
    const blob = await scalePicture(picture, SIZE_MAX).finally(() =>
      URL.revokeObjectURL(picture.url),
    )
    const onProgress = (progress: number) => change(number, { progress })
    return uploadPicture({ blob, signal, onProgress })
  }

  return {
    uploads,
    addFiles: (files: readonly File[]) => {
      for (const file of files) void start(file)
    },
    retry: ({ number, file }: BodyUpload) => {
      remove(number)
      void start(file)
    },
    cancel: ({ number }: BodyUpload) => {
      running.current.get(number)?.abort()
      remove(number)
    },
  }
}

/** Inserts a line of its own at the cursor. */
function insertLine(field: HTMLTextAreaElement, line: string): void {
  const { value, selectionEnd: at } = field
  const before = at === 0 || value.slice(0, at).endsWith('\n') ? '' : '\n\n'
  const insert = `${before}${line}\n`
  applyTextEdit(field, { from: at, to: at, insert, select: [insert.length, insert.length] })
}

/** A mark that the member has deleted is not replaced. */
function replaceMark(field: HTMLTextAreaElement | null, mark: string, insert: string): void {
  const from = field?.value.indexOf(mark) ?? -1
  if (field && from !== -1) replaceText(field, { from, to: from + mark.length, insert })
}

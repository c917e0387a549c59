import {
  MESSAGE_PICTURES_MAX,
  MESSAGE_PICTURES_TOO_MANY,
} from '@dolph/contract/messaging/message-pictures'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { DescribedPicture } from './split-pictures.ts'

/** A picture of the message in the field. */
export interface AttachedPicture {
  number: number
  alt: string
  /** Absent until it is stored. */
  url?: string
  /** What is uploaded; absent for a picture of a draft or of a message that is edited. */
  file?: File
  progress: number
  /** Why the upload has failed. */
  problem?: string
}

/** Uploads the pictures of the message in the field. `onStored` is called with those that are stored whenever they change. */
export function useAttachedPictures(
  initial: readonly DescribedPicture[],
  onStored: (pictures: readonly DescribedPicture[]) => void,
) {
  const [pictures, setPictures] = useState<readonly AttachedPicture[]>(() => number(initial))
  // The newest list, for uploads that end after the render that started them.
  const current = useRef(pictures)
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const update = (next: readonly AttachedPicture[]) => {
    current.current = next
    setPictures(next)
    onStored(listStored(next))
  }
  const change = (wanted: number, fields: Partial<AttachedPicture>) =>
    update(current.current.map((each) => (each.number === wanted ? { ...each, ...fields } : each)))
  const remove = (wanted: number) => {
    running.current.get(wanted)?.abort()
    update(current.current.filter((each) => each.number !== wanted))
  }
  const append = (added: readonly AttachedPicture[]) => update([...current.current, ...added])

  async function start({ number: wanted, file }: AttachedPicture) {
    if (!file) return
    const controller = new AbortController()
    const { signal } = controller
    running.current.set(wanted, controller)
    try {
      const { uploadPicture } = await import('./upload-message-picture.ts')
      const onProgress = (progress: number) => change(wanted, { progress })
      const url = await uploadPicture(file, { signal, onProgress })
      if (!signal.aborted) change(wanted, { url })
    } catch (error) {
      if (signal.aborted) return
      const { getUploadErrorText } = await import('../../../ui/pictures/upload-error-text.ts')
      change(wanted, { problem: getUploadErrorText(error, FAILURE_TEXT, OFFLINE_TEXT) })
    } finally {
      running.current.delete(wanted)
    }
  }

  return {
    pictures,
    stored: listStored(pictures),
    /** As they are now, also within the event that has changed them. */
    readStored: () => listStored(current.current),
    isUploading: pictures.some(({ url, problem }) => url === undefined && problem === undefined),
    /** Starts to upload files, as many as a message can have. */
    addFiles: (files: readonly File[]) => {
      const free = MESSAGE_PICTURES_MAX - current.current.length
      if (files.length > free) toast.error(MESSAGE_PICTURES_TOO_MANY)
      const added = files.slice(0, free).map((file) => ({ ...EMPTY, number: createNumber(), file }))
      append(added)
      for (const picture of added) void start(picture)
    },
    /** Adds pictures that are stored already. */
    addStored: (stored: readonly DescribedPicture[]) => append(number(stored)),
    describe: (wanted: number, alt: string) => change(wanted, { alt }),
    retry: (picture: AttachedPicture) => {
      const { problem: _, ...again } = { ...picture, progress: 0 }
      update(current.current.map((each) => (each.number === picture.number ? again : each)))
      void start(again)
    },
    remove,
    clear: () => update([]),
  }
}

const FAILURE_TEXT = 'The picture could not be uploaded. Please try again.'
const OFFLINE_TEXT = 'You are offline. Your picture is kept: try again once you are connected.'
const EMPTY = { alt: '', progress: 0 }

let lastNumber = 0
function createNumber(): number {
  return (lastNumber += 1)
}

function number(stored: readonly DescribedPicture[]): AttachedPicture[] {
  return stored.map(({ url, alt }) => ({ number: createNumber(), url, alt, progress: 1 }))
}

function listStored(pictures: readonly AttachedPicture[]): DescribedPicture[] {
  return pictures.flatMap(({ url, alt }) => (url === undefined ? [] : [{ url, alt }]))
}

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

/** Uploads the pictures of the message in the field. `onStored` is called whenever those that are stored change. */
export function useAttachedPictures(
  initial: readonly DescribedPicture[],
  onStored: (pictures: readonly DescribedPicture[]) => void,
) {
  const [pictures, setPictures] = useState(() =>
    initial.map((picture, index): AttachedPicture => toAttached(picture, index)),
  )
  // The newest list, for uploads that end after the render that started them.
  const current = useRef(pictures)
  const running = useRef(new Map<number, AbortController>())
  const lastNumber = useRef(initial.length)

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const update = (next: AttachedPicture[]) => {
    const [before, after] = [listStored(current.current), listStored(next)]
    current.current = next
    setPictures(next)
    if (JSON.stringify(before) !== JSON.stringify(after)) onStored(after)
  }
  const change = (wanted: number, fields: Partial<AttachedPicture>) =>
    update(current.current.map((each) => (each.number === wanted ? { ...each, ...fields } : each)))
  const append = (added: readonly Omit<AttachedPicture, 'number'>[]) => {
    const numbered = added.map((each) => ({ ...each, number: (lastNumber.current += 1) }))
    update([...current.current, ...numbered])
    return numbered
  }
  const countFree = () => Math.max(0, MESSAGE_PICTURES_MAX - current.current.length)

  async function start({ number: wanted, file }: AttachedPicture) {
    if (!file) return
    const controller = new AbortController()
    running.current.set(wanted, controller)
    const { signal } = controller
    const onProgress = (progress: number) => change(wanted, { progress })
    const outcome = await upload(file, { signal, onProgress })
    running.current.delete(wanted)
    // Removed meanwhile, or the member has gone elsewhere: the text there is another one.
    if (!signal.aborted) change(wanted, outcome)
  }

  return {
    pictures,
    stored: listStored(pictures),
    /** As they are now, also within the event that has changed them. */
    readStored: () => listStored(current.current),
    isUploading: pictures.some(({ url, problem }) => url === undefined && problem === undefined),
    /** Starts to upload files, as many as a message can have. */
    addFiles: (files: readonly File[]) => {
      const free = countFree()
      if (files.length > free) toast.error(MESSAGE_PICTURES_TOO_MANY)
      const added = append(files.slice(0, free).map((file) => ({ alt: '', progress: 0, file })))
      for (const picture of added) void start(picture)
    },
    /** Adds pictures that are stored already. */
    addStored: (stored: readonly DescribedPicture[]) => {
      const free = countFree()
      if (stored.length > free) toast.error(MESSAGE_PICTURES_TOO_MANY)
      append(stored.slice(0, free).map((picture) => ({ ...picture, progress: 1 })))
    },
    describe: (wanted: number, alt: string) => change(wanted, { alt }),
    retry: (picture: AttachedPicture) => {
      const { problem: _, ...again } = { ...picture, progress: 0 }
      update(current.current.map((each) => (each.number === picture.number ? again : each)))
      void start(again)
    },
    remove: (wanted: number) => {
      running.current.get(wanted)?.abort()
      update(current.current.filter((each) => each.number !== wanted))
    },
    /** After the message was sent with those that are stored. What could not be uploaded stays. */
    clearStored: () => update(current.current.filter(({ url }) => url === undefined)),
  }
}

/** The URL, or why there is none; the code for it may not come either. */
async function upload(
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<{ url: string } | { problem: string }> {
  try {
    const { uploadPicture } = await import('./upload-message-picture.ts')
    return await uploadPicture(file, options)
  } catch {
    return { problem: 'The picture could not be uploaded. Please try again.' }
  }
}

function toAttached({ url, alt }: DescribedPicture, number: number): AttachedPicture {
  return { number, url, alt, progress: 1 }
}

function listStored(pictures: readonly AttachedPicture[]): DescribedPicture[] {
  return pictures.flatMap(({ url, alt }) => (url === undefined ? [] : [{ url, alt }]))
}

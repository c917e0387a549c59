import { useEffect, useEffectEvent } from 'react'

/** The pictures of a form that are not stored: on their way, or failed in the text or as the cover. */
interface UploadCounts {
  running: number
  body: number
  cover: number
}

/** Adds to the counts. */
export type UploadsChange = (change: Partial<UploadCounts>) => void

export const NO_UPLOADS: UploadCounts = { running: 0, body: 0, cover: 0 }

export function addUploadCounts(
  counts: UploadCounts,
  { running = 0, body = 0, cover = 0 }: Partial<UploadCounts>,
): UploadCounts {
  return {
    running: counts.running + running,
    body: counts.body + body,
    cover: counts.cover + cover,
  }
}

/** Reports the failed uploads of a field as long as it shows them: the form is not sent without their pictures. */
export function useFailedUploads(
  field: 'body' | 'cover',
  count: number,
  onUploadsChange: UploadsChange,
): void {
  const report = useEffectEvent((change: number) => onUploadsChange({ [field]: change }))
  useEffect(() => {
    if (count === 0) return undefined
    report(count)
    return () => report(-count)
  }, [count])
}

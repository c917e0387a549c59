import { useEffect, useState } from 'react'
import { Progress } from '../progress.tsx'

const STALLED_MS = 8000

/** Progress bar of an upload. Screen readers announce every quarter only. */
export function UploadProgress({ progress }: { progress: number }) {
  const isStalled = useStalled(progress)
  const quarter = Math.floor(progress * 4) * 25
  return (
    <div className="grid max-w-sm gap-1.5">
      <Progress label={progress < 1 ? 'Uploading picture' : 'Almost done'} progress={progress} />
      <p role="status" className={isStalled ? 'text-sm text-muted' : 'sr-only'}>
        {isStalled ? 'This takes longer than usual. Still trying...' : `${quarter} % uploaded`}
      </p>
    </div>
  )
}

function useStalled(progress: number): boolean {
  const [stalledAt, setStalledAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(progress), STALLED_MS)
    return () => clearTimeout(timer)
  }, [progress])
  return stalledAt === progress
}

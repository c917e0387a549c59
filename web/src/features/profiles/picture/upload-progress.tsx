import { useEffect, useState } from 'react'
import { Progress } from '../../../ui/progress.tsx'

const STALLED_MS = 8000

/** Progress bar of an upload. Screen readers announce every quarter only. */
export function UploadProgress({ share }: { share: number }) {
  const isStalled = useStalled(share)
  const quarter = Math.floor(share * 4) * 25
  return (
    <div className="grid max-w-sm gap-1.5">
      <Progress label={share < 1 ? 'Uploading picture' : 'Almost done'} share={share} />
      <p role="status" className={isStalled ? 'text-sm text-muted' : 'sr-only'}>
        {isStalled ? 'This takes longer than usual. Still trying...' : `${quarter} % uploaded`}
      </p>
    </div>
  )
}

function useStalled(share: number): boolean {
  const [stalledAt, setStalledAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(share), STALLED_MS)
    return () => clearTimeout(timer)
  }, [share])
  return stalledAt === share
}

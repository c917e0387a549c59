import { EXPORT_READY_TEXT } from '@dolph/contract/exports/export-texts'
import type { MemberExport } from '@dolph/contract/exports/exports'
import { useQuery } from '@tanstack/react-query'
import { Download, PackageOpen } from 'lucide-react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useNow } from '../../lib/now.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatExactTime } from '../../ui/exact-time.ts'
import { Progress } from '../../ui/progress.tsx'
import { exportQuery, useDownloadExport, useStartExport } from './data.ts'
import { formatExportDay, formatRetryTime, formatSize } from './export-texts.ts'

const MAKING_TEXT = 'This takes a few minutes. You can leave; we write to you.'

/** Makes a copy of the member's data, shows how far it is, and lets the member download it. */
export function DataCopy() {
  const { data, error, isPending } = useQuery(exportQuery)
  const start = useStartExport()
  const download = useDownloadExport()
  const now = useNow()
  const failure = start.error ?? download.error ?? (data ? null : error)
  const isReady = data?.state === 'ready'
  const mayStart = !isReady || Date.parse(data.nextAt) <= now.getTime()
  const isUnderWay = data?.state === 'making' || data?.state === 'failed'

  return (
    // As high as the largest state on a phone: what is below does not move when the state arrives.
    <div className="grid min-h-24 content-start justify-items-start gap-3">
      {failure && (
        <Banner kind="error" className="w-full">
          {getErrorMessage(failure, 'This did not work. Please try again.')}
        </Banner>
      )}
      {isUnderWay && <ExportProgress data={data} />}
      {isReady && (
        <Button
          variant="primary"
          icon={Download}
          busy={download.isPending}
          onClick={() => {
            start.reset()
            download.mutate()
          }}
        >
          {`Download (${formatSize(data.size)}, until ${formatExportDay(data.until)})`}
        </Button>
      )}
      {!isUnderWay && mayStart && (
        <Button
          icon={PackageOpen}
          busy={start.isPending}
          disabled={isPending}
          onClick={() => {
            download.reset()
            start.mutate()
          }}
        >
          Make a copy of my data
        </Button>
      )}
      {isReady && !mayStart && (
        <p className="text-sm text-muted">
          You can make the next copy on {formatExactTime(data.nextAt)}.
        </p>
      )}
      <p role="status" className="sr-only">
        {data && describeState(data)}
      </p>
    </div>
  )
}

type UnderWay = Extract<MemberExport, { state: 'making' | 'failed' }>

function ExportProgress({ data }: { data: UnderWay }) {
  return (
    <>
      <Progress label="Your copy" progress={getFraction(data)} className="w-full" />
      <p className="text-sm text-muted">
        {data.state === 'making' ? MAKING_TEXT : describeFailure(data.retryAt)}
      </p>
    </>
  )
}

function getFraction({ done, of }: UnderWay): number {
  return of === 0 ? 0 : done / of
}

function describeFailure(retryAt: string): string {
  return `It could not be made. We try again at ${formatRetryTime(retryAt)}.`
}

/** For screen readers: changes four times at most while a copy is being made. */
function describeState(data: MemberExport): string {
  if (data.state === 'ready') return EXPORT_READY_TEXT
  if (data.state === 'failed') return describeFailure(data.retryAt)
  if (data.state === 'none') return ''
  const quarters = Math.floor(getFraction(data) * 4)
  return quarters === 0 ? 'Your copy is being made.' : `Your copy: ${quarters * 25} %`
}

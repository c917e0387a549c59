import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'

const FILE_NAME = 'dolph-recovery-codes.txt'

interface Props {
  codes: readonly string[]
  email: string
  /** The button that goes on, once the codes were downloaded or copied. */
  doneLabel: string
  onDone: () => void
  onCancel?: () => void
}

/** Shows recovery codes the only time that they can be seen. */
export function RecoveryCodeList({ codes, email, doneLabel, onDone, onCancel }: Props) {
  const [isSaved, setIsSaved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone: a keyboard goes on here.
  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setIsSaved(true)
      toast.success('Recovery codes copied')
    } catch {
      toast.error('The codes could not be copied. Please download them instead.')
    }
  }

  function download() {
    const lines = [`Recovery codes of ${email} for Dolph. Each works once.`, '', ...codes, '']
    const url = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: FILE_NAME })
    link.click()
    URL.revokeObjectURL(url)
    setIsSaved(true)
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <h4 ref={heading} tabIndex={-1} className="font-medium outline-none">
          Your recovery codes
        </h4>
        <p className="text-sm text-pretty text-muted">
          Without your phone, one of these codes lets you in. Each works once, and they are not
          shown again. Keep these codes where you would keep a key.
        </p>
      </div>
      <ul className="grid gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken p-4 font-mono text-sm min-[26rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} className="max-sm:h-11" onClick={download}>
          Download
        </Button>
        <Button icon={Copy} className="max-sm:h-11" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          className="max-sm:h-11"
          disabled={!isSaved}
          aria-describedby={isSaved ? undefined : 'recovery-codes-first'}
          onClick={onDone}
        >
          {doneLabel}
        </Button>
        {onCancel && (
          <Button variant="ghost" className="max-sm:h-11" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {!isSaved && (
          <p id="recovery-codes-first" className="text-sm text-muted">
            Download or copy them first.
          </p>
        )}
      </div>
    </div>
  )
}

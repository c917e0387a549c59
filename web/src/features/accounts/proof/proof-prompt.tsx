import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { setProofPrompt } from '../../../lib/proof-prompt.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { ProofDialogProps } from './proof-dialog.tsx'

export const lazyProofDialog = createLazyModule(
  async () => (await import('./proof-dialog.tsx')).ProofDialog,
)

/** Opens a dialog, whose code loads then, when a call needs proof. The call waits and goes on after the proof. */
export function ProofPrompt() {
  const [Dialog, setDialog] = useState<ComponentType<ProofDialogProps>>()
  const { pathname } = useLocation()
  // The question belongs to the page that asked: on another one, such as the login page, nobody waits for it.
  const [askingPath, setAskingPath] = useState<string>()
  const isOpen = askingPath === pathname
  const finish = useRef<(isGiven: boolean) => void>(undefined)

  const open = useEffectEvent(() => setAskingPath(pathname))
  useEffect(
    () =>
      setProofPrompt(async () => {
        try {
          const LoadedDialog = await lazyProofDialog.loadAndWait()
          setDialog(() => LoadedDialog)
        } catch {
          toast.error('This could not be loaded. Please try again.')
          return false
        }
        open()
        return new Promise<boolean>((resolve) => {
          finish.current = resolve
        })
      }),
    [],
  )
  useEffect(() => {
    if (!isOpen) return undefined
    return () => finish.current?.(false)
  }, [isOpen])

  function close(isGiven: boolean) {
    finish.current?.(isGiven)
    setAskingPath(undefined)
  }
  useGoogleProofResult()

  return Dialog && <Dialog isOpen={isOpen} onClose={close} />
}

/** Says how the proof ended when the browser comes back from Google. */
function useGoogleProofResult(): void {
  const [params, setParams] = useSearchParams()
  const result = params.get('proof')
  useEffect(() => {
    if (result === null) return
    if (result === 'given') toast.success('Confirmed. You can save your changes now.')
    else toast.error('Google did not confirm that it is you. Please try again.')
    setParams({}, { replace: true })
  }, [result, setParams])
}

import { toast } from '../overlays/toast.tsx'

const COPIED_MS = 2000

/** Copies the code block of a copy button, and shows that on the button. */
export async function copyCode(button: HTMLButtonElement): Promise<void> {
  const block = button.closest('.code-block')
  const code = (block?.querySelector('pre')?.textContent ?? '').replace(/\n$/, '')
  try {
    await navigator.clipboard.writeText(code)
  } catch {
    toast.error('The code could not be copied. Please select it and copy it yourself.')
    return
  }
  const status = block?.querySelector('[role=status]')
  const show = (isCopied: boolean) => {
    button.toggleAttribute('data-copied', isCopied)
    if (status) status.textContent = isCopied ? 'Copied' : ''
  }
  show(true)
  setTimeout(() => show(false), COPIED_MS)
}

import { Share2 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { SharedPost } from './share-links.ts'

interface Props {
  post: SharedPost
  url: string
}

/** Opens the share sheet of the device; nothing where the browser has none. */
export function SystemShareButton({ post: { title }, url }: Props) {
  if (!('share' in navigator)) return null

  const share = async () => {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // The member closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error('Sharing did not work. Please copy the link.')
    }
  }
  return (
    <Button icon={Share2} onClick={() => void share()}>
      Share with an app
    </Button>
  )
}

import { useEffect, useState, type ComponentProps } from 'react'
import { BodyPicture } from './body-picture.tsx'

/** A picture in a message. It goes with its message and with the account of its sender, also while it is on screen. */
export function MessagePicture(props: ComponentProps<typeof BodyPicture>) {
  const { src, alt } = props
  const [missing, setMissing] = useState<string>()
  useEffect(() => {
    const tryAgain = () => setMissing(undefined)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [])
  // The next picture of the text may take the place of one that was dropped from it.
  if (missing === undefined || missing !== src)
    return <BodyPicture {...props} onError={() => setMissing(src)} />
  const text = 'Picture removed or not available'
  return <span className="missing-picture">{alt ? `${text}: ${alt}` : text}</span>
}

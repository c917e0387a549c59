import { useState, type ComponentProps } from 'react'
import { BodyPicture } from './body-picture.tsx'

/** A picture in a message. It goes with its message and with the account of its sender, also while it is on screen. */
export function MessagePicture(props: ComponentProps<typeof BodyPicture>) {
  const [isMissing, setMissing] = useState(false)
  if (!isMissing) return <BodyPicture {...props} onError={() => setMissing(true)} />
  const text = 'Picture removed or not available'
  return <span className="missing-picture">{props.alt ? `${text}: ${props.alt}` : text}</span>
}

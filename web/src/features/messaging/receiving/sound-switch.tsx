import { Volume2, VolumeX } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useMessageSound } from './message-sound.ts'

export function SoundSwitch() {
  const { isOn, setOn } = useMessageSound()
  return (
    <IconButton
      role="switch"
      aria-checked={isOn}
      label="Sound for new messages"
      icon={isOn ? Volume2 : VolumeX}
      onClick={() => setOn(!isOn)}
    />
  )
}

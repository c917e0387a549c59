import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { postMuteQuery, useMutePost } from './settings/settings-data.ts'

/** The entry of a post's menu that ends the notifications about it, or starts them again. */
export function MutePostItem({ postId }: { postId: string }) {
  const me = useViewer()?._id ?? ''
  const { data: isMuted, isPending } = useQuery({
    ...postMuteQuery(me, postId),
    enabled: me !== '',
  })
  const { mutate } = useMutePost(postId)

  return (
    <MenuItem
      icon={isMuted ? Bell : BellOff}
      disabled={isPending}
      onSelect={() => mutate(!isMuted)}
    >
      {isMuted ? 'Unmute this project' : 'Mute this project'}
    </MenuItem>
  )
}

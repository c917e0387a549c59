import {
  mutePost,
  readPostMute,
  undoUnsubscribe,
  unmutePost,
  unsubscribe,
  type Channels,
  type SettingKind,
} from '@dolph/contract/notifications/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { notificationsKey } from '../query-keys.ts'
import { changeKnownSettings, readKnownSettings } from './known-settings.ts'

export const notificationSettingsQuery = (me: string) =>
  queryOptions({
    queryKey: [...notificationsKey(me), 'settings'] as const,
    queryFn: async ({ signal }) => (await callEndpoint(readKnownSettings, {}, signal)).data.kinds,
  })

interface SettingChange {
  kind: SettingKind
  channel: keyof Channels
  isOn: boolean
}

/** Changes one switch: at once on this page, and back if the server does not save it. */
export function useChangeSetting() {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  const { queryKey } = notificationSettingsQuery(me)
  const setSwitch = ({ kind, channel, isOn }: SettingChange) =>
    client.setQueryData(
      queryKey,
      (kinds) => kinds && { ...kinds, [kind]: { ...kinds[kind], [channel]: isOn } },
    )
  return useMutation({
    // One after the other, so that the last of two quick changes is the one that stays.
    scope: { id: 'notification-settings' },
    mutationFn: ({ kind }: SettingChange) => {
      const channels = client.getQueryData(queryKey)?.[kind]
      if (!channels) throw new Error('Settings are changed before they are loaded')
      return callEndpoint(changeKnownSettings, { body: { kinds: { [kind]: channels } } })
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      setSwitch(change)
    },
    onError: (_, change) => setSwitch({ ...change, isOn: !change.isOn }),
  })
}

export const postMuteQuery = (me: string, postId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(me), 'post-mute', postId] as const,
    queryFn: async ({ signal }) =>
      (await callEndpoint(readPostMute, { params: { id: postId } }, signal)).isMuted,
  })

const MUTED = 'Notifications about this project are off'
const UNMUTED = 'Notifications about this project are on'

/** Shows the outcome as a toast: the menu with the entry is closed by then. */
export function useMutePost(postId: string) {
  const client = useQueryClient()
  const { queryKey } = postMuteQuery(useViewer()?._id ?? '', postId)
  return useMutation({
    mutationFn: (mute: boolean) =>
      callEndpoint(mute ? mutePost : unmutePost, { params: { id: postId } }),
    onSuccess: ({ isMuted }) => {
      client.setQueryData(queryKey, isMuted)
      toast.success(isMuted ? MUTED : UNMUTED)
    },
    onError: (error) => toast.error(getErrorMessage(error, 'Failed. Please try again.')),
  })
}

/** With the token of a mail, so that it works without a session too. */
export function useUnsubscribe(token: string) {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: async (action: 'unsubscribe' | 'undo') => {
      const endpoint = action === 'undo' ? undoUnsubscribe : unsubscribe
      const { kind } = await callEndpoint(endpoint, { params: { token } })
      return { kind, isSubscribed: action === 'undo' }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: notificationSettingsQuery(me).queryKey }),
  })
}

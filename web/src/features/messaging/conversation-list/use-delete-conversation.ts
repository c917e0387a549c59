import { deleteConversation } from '@dolph/contract/messaging/messaging'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { inboxQuery, threadQuery } from '../message-queries.ts'
import { applyDeletion } from '../receiving/inbox.ts'
import { applyEvent } from '../receiving/thread.ts'
import { useMessagingClient } from '../use-messaging-client.ts'

export function useDeleteConversation(): {
  remove: (peerId: string) => Promise<boolean>
  isPending: boolean
} {
  const client = useQueryClient()
  const { me, cache, outboxes } = useMessagingClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (userId: string) => callEndpoint(deleteConversation, { params: { userId } }),
    networkMode: 'always',
  })

  /** The newest message before the deletion; messages that arrive during the request are newer, and stay. */
  function findNewestId(peerId: string): string | undefined {
    const inbox = client.getQueryData(inboxQuery(me).queryKey)
    const thread = client.getQueryData(threadQuery(me, peerId).queryKey)
    const listed = inbox?.conversations.find(({ peer }) => peer._id === peerId)?.lastMessage
    return [listed, thread?.messages.at(-1)]
      .flatMap((message) => (message ? [message._id] : []))
      .toSorted()
      .at(-1)
  }

  return {
    remove: async (peerId) => {
      const upTo = findNewestId(peerId)
      try {
        await mutateAsync(peerId)
      } catch {
        toast.error('Failed to delete conversation')
        return false
      }
      outboxes.getOutbox(peerId).discardFailed()
      if (upTo !== undefined) {
        const event = { type: 'conversation_deleted', userId: peerId, upTo } as const
        cache.updateThread(peerId, (thread) => applyEvent(thread, peerId, event))
        cache.updateInbox((inbox) => applyDeletion(inbox, peerId, upTo))
      }
      toast.success('Conversation deleted successfully')
      return true
    },
    isPending,
  }
}

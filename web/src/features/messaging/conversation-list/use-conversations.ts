import type { Conversation } from '@dolph/contract/messaging/messaging'
import { PAGE_SIZE } from '@dolph/contract/paging'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/overlays/toast.tsx'
import { FETCH_FAILED, getFetchFailure } from '../fetch-failure.ts'
import { inboxQuery } from '../message-queries.ts'
import { appendConversations } from '../receiving/inbox.ts'
import { conversationListQuery, fetchConversationPage } from '../receiving/sync-queries.ts'
import { useMessagingClient } from '../use-messaging-client.ts'

interface ConversationsResult {
  conversations: Conversation[]
  isPending: boolean
  failure: string | null
  retry: () => void
  hasMore: boolean
  loadMore: () => void
  isLoadingMore: boolean
}

/** The conversations of the member, newest first. */
export function useConversations(): ConversationsResult {
  const client = useQueryClient()
  const messaging = useMessagingClient()
  const { me } = messaging
  const { data: inbox } = useQuery(inboxQuery(me))
  const { isError, error, refetch } = useQuery(conversationListQuery(messaging))

  const more = useMutation({
    mutationFn: (cursor: string) => fetchConversationPage(cursor, PAGE_SIZE),
    onSuccess: (page) =>
      client.setQueryData(
        inboxQuery(me).queryKey,
        (current) => current && appendConversations(current, page),
      ),
    onError: () => toast.error(FETCH_FAILED),
    networkMode: 'always',
  })

  return {
    conversations: inbox?.conversations ?? [],
    isPending: !inbox && !isError,
    failure: !inbox && isError ? getFetchFailure(error) : null,
    retry: () => void refetch(),
    hasMore: inbox?.next != null,
    loadMore: () => {
      if (inbox?.next != null && !more.isPending) more.mutate(inbox.next)
    },
    isLoadingMore: more.isPending,
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePageVisible } from '../../../lib/use-page-visible.ts'
import { threadQuery } from '../message-queries.ts'
import { useMessagingClient } from '../use-messaging-client.ts'
import { findNewestUnreadId } from './thread.ts'

/** Marks incoming messages as read while the thread is on screen. */
export function useMarkRead(peerId: string, isAtEnd: boolean): void {
  const { me, visibleConversations, readReporter } = useMessagingClient()
  const isVisible = usePageVisible()
  const isSeen = isAtEnd && isVisible
  const { data: upTo } = useQuery({
    ...threadQuery(me, peerId),
    select: (thread) => findNewestUnreadId(thread, peerId) ?? null,
  })

  useEffect(
    () => (isSeen ? visibleConversations.add(peerId) : undefined),
    [visibleConversations, isSeen, peerId],
  )
  useEffect(() => {
    if (isSeen && upTo) void readReporter.report(peerId, upTo)
  }, [readReporter, peerId, isSeen, upTo])
}

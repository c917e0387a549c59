import { QUOTED_MAX, readQuoted } from '@dolph/contract/messaging/quoted-messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { getPeerName } from '../peer.ts'
import { messagesKey } from '../query-keys.ts'
import { useMessagingClient } from '../use-messaging-client.ts'

/** What a message shows of the earlier one that it answers. */
export interface Quote {
  messageId: string
  /** Who wrote that; null if the viewer cannot read it. */
  name: string | null
  text: string
}

const STALE_MS = 60_000

interface Options {
  messages: readonly DisplayedMessage[]
  /** The other member of the conversation; in a room each message has its sender. */
  peerName: string
  /** The text in place of that of members whom the viewer blocked or muted. */
  hidden?: { memberIds: readonly string[]; text: string }
}

/**
 * The quotes above the messages that are answers. A message that is loaded is quoted as it is shown, so that changes reach every quote;
 * the server is asked for the others, of which it sends those that the viewer may read.
 */
export function useQuotes({ messages, peerName, hidden }: Options) {
  const { me } = useMessagingClient()
  const loaded = new Map(messages.map((message) => [message._id, message]))
  const missing = new Set(
    messages.flatMap(({ replyTo }) =>
      replyTo !== undefined && !loaded.has(replyTo) ? replyTo : [],
    ),
  )
  const ids = [...missing].slice(-QUOTED_MAX).join(',')
  const { data: earlier = [] } = useQuery({
    queryKey: [...messagesKey(me), 'quoted', ids],
    queryFn: () => callEndpoint(readQuoted, { querystring: { ids } }),
    enabled: ids !== '',
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

  return ({ replyTo }: DisplayedMessage): Quote | undefined => {
    if (replyTo === undefined) return undefined
    const message = loaded.get(replyTo)
    if (message) {
      const { isMine, sender, content, isFolded } = message
      const name = isMine ? 'You' : sender ? getPeerName(sender) : peerName
      return { messageId: replyTo, name, text: (isFolded && hidden?.text) || content }
    }
    const found = earlier.find(({ _id }) => _id === replyTo)
    if (!found) return { messageId: replyTo, name: null, text: 'Earlier message' }
    const { sender, content } = found
    const isHidden = hidden?.memberIds.includes(sender._id) === true
    return {
      messageId: replyTo,
      name: sender._id === me ? 'You' : getPeerName(sender),
      text: isHidden ? hidden.text : content,
    }
  }
}

import { MessageAbout } from '@dolph/contract/messaging/messaging'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'

const MessagesState = z.object({ about: MessageAbout })

/** The state of a navigation to a conversation whose next message is about a post or role. */
export function createAboutState(about: MessageAbout): z.infer<typeof MessagesState> {
  return { about }
}

/** What the next message is about: where the member came from, until they remove it or have written. */
export function useMessageAbout() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const parsed = z.safeParse(MessagesState, state)
  return {
    about: parsed.data?.about,
    clearAbout: () => {
      if (parsed.success) void navigate(pathname, { replace: true, preventScrollReset: true })
    },
  }
}

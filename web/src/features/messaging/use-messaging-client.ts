import { useMemberState } from '../accounts/session/member-session.ts'
import { MessagingClient } from './messaging-client.ts'

/** The messaging state of the signed-in member. */
export function useMessagingClient(): MessagingClient {
  return useMemberState(MessagingClient)
}

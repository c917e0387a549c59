import { useLiveMessages } from './use-live-messages.ts'

export function LiveMessages() {
  useLiveMessages()
  return null
}

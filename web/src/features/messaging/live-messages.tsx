import { useLiveMessages } from './live.ts'

export function LiveMessages() {
  useLiveMessages()
  return null
}

import { Viewer } from '@dolph/contract/accounts/viewer'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { tryStorage } from './session-hints.ts'
import { LAST_MEMBER_KEY } from './use-last-member.ts'

const STORAGE_KEY = 'last-member'
const LastMember = z.pick(Viewer, {
  _id: true,
  userName: true,
  firstName: true,
  lastName: true,
  profilePicture: true,
})

export function storeLastMember(member: Viewer): void {
  const text = JSON.stringify(z.parse(LastMember, member))
  tryStorage(() => localStorage.setItem(STORAGE_KEY, text))
}

/** Called when the server does not say who is signed in: the header shows the member whom this device saw last. */
export function showLastMember(client: QueryClient): void {
  const member = tryStorage(() =>
    z.parse(LastMember, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')),
  )
  client.setQueryDefaults(LAST_MEMBER_KEY, { gcTime: Infinity })
  client.setQueryData(LAST_MEMBER_KEY, member)
}

/** Called when a member signs in, who may be another one. */
export function forgetLastMember(client: QueryClient): void {
  tryStorage(() => localStorage.removeItem(STORAGE_KEY))
  client.removeQueries({ queryKey: LAST_MEMBER_KEY })
}

import { useSyncExternalStore } from 'react'

let readMemberId: () => string | undefined = () => undefined
let switchedTo: string | undefined
const listeners = new Set<() => void>()

/** Sets how the id of the member whom this page shows is found; undefined for a visitor. */
export function setPageMemberSource(source: () => string | undefined): void {
  readMemberId = source
}

/** The member whom this page shows, and as whom its changing calls are made. */
export function getPageMemberId(): string | undefined {
  return readMemberId()
}

/** The username of another member who has signed in in this browser since; undefined if there is none. */
export function getAccountSwitch(): string | undefined {
  return switchedTo
}

export function setAccountSwitch(userName: string | undefined): void {
  if (switchedTo === userName) return
  switchedTo = userName
  for (const listener of listeners) listener()
}

export function useAccountSwitch(): string | undefined {
  return useSyncExternalStore(subscribe, getAccountSwitch, () => undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

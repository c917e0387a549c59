import { CloseCode, ServerEvent, type ClientEvent } from '@dolph/contract/realtime'
import { z } from 'zod/mini'
import { decideReconnect } from './reconnect.ts'
import { watchDeviceSleep } from './device-sleep.ts'

const AUTH_TIMEOUT_MS = 10_000
/** A connection that has held so long counts: the next loss starts with the shortest delay. */
const STABLE_AFTER_MS = 30_000
/** What browsers say of a connection that was lost. */
const ABNORMAL_CLOSURE = 1006

export type SocketState = 'connecting' | 'connected' | 'disconnected' | 'error'

export interface Socket {
  /** Connects as this member, and stays connected until `stop`. `onSentAway`: their session may have ended. */
  start: (userId: string, onSentAway: () => void) => void
  stop: () => void
  /** Tries at once, as if for the first time. */
  retry: () => void
  /** Comes back after having been sent away, but not at once. */
  reconnect: () => void
  /** Whether it went out. That it arrived is another matter. */
  send: (event: ClientEvent) => boolean
  getState: () => SocketState
  subscribe: (listener: () => void) => () => void
  onEvent: (listener: (event: ServerEvent) => void) => () => void
}

/** The connection of this tab. */
export const socket: Socket = createSocket()

export function createSocket(): Socket {
  const listeners = new Set<() => void>()
  const hearers = new Set<(event: ServerEvent) => void>()
  let member: { userId: string; onSentAway: () => void } | undefined
  let connection: WebSocket | undefined
  let state: SocketState = 'disconnected'
  let attempts = 0
  let isSentAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopWatching: (() => void) | undefined

  function become(next: SocketState) {
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }

  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    timer = setTimeout(act, milliseconds)
  }

  function open() {
    letGo()
    become('connecting')
    const opened = new WebSocket(getSocketUrl(location))
    connection = opened
    after(AUTH_TIMEOUT_MS, lose)
    opened.addEventListener('open', () => {
      if (connection !== opened || !member) return
      const timestamp = new Date().toISOString()
      writeEvent(opened, { type: 'auth', userId: member.userId, timestamp })
    })
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const event = connection === opened ? parseServerEvent(data) : undefined
      if (event) take(event)
    })
    opened.addEventListener('close', ({ code }) => {
      if (connection === opened) end(code)
    })
  }

  function take(event: ServerEvent) {
    if (event.type === 'auth_success') {
      after(STABLE_AFTER_MS, () => (attempts = 0))
      become('connected')
    } else if (state === 'connected') for (const hearer of hearers) hearer(event)
  }

  /** From now on nothing that the old connection does is heard. */
  function letGo() {
    clearTimeout(timer)
    const old = connection
    connection = undefined
    old?.close()
  }

  function lose() {
    end(ABNORMAL_CLOSURE)
  }

  function end(code: number) {
    letGo()
    const step = decideReconnect(code, attempts, Math.random())
    if (step.do === 'wait') {
      after(step.forMs, () => {
        attempts += 1
        open()
      })
    }
    isSentAway = step.do === 'stay-away'
    become(step.do === 'give-up' ? 'error' : 'disconnected')
    if (code === CloseCode.signedOut) member?.onSentAway()
  }

  function startAnew() {
    if (!member || isSentAway) return
    attempts = 0
    open()
  }

  function startAnewIfLost() {
    if (state === 'disconnected' || state === 'error') startAnew()
  }

  function loseIfOpen() {
    if (connection) lose()
  }

  function stop() {
    stopWatching?.()
    stopWatching = undefined
    member = undefined
    letGo()
    become('disconnected')
  }

  return {
    start: (userId, onSentAway) => {
      stop()
      member = { userId, onSentAway }
      isSentAway = false
      stopWatching = watchPageEvents({
        onWake: startAnew,
        onOnline: startAnew,
        onVisible: startAnewIfLost,
        onOffline: loseIfOpen,
      })
      startAnew()
    },
    stop,
    retry: () => {
      isSentAway = false
      startAnew()
    },
    reconnect: () => {
      if (member && isSentAway) lose()
    },
    send: (event) => {
      if (state !== 'connected' || connection?.readyState !== WebSocket.OPEN) return false
      writeEvent(connection, event)
      return true
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onEvent: (hearer) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

interface PageListeners {
  onWake: () => void
  onOnline: () => void
  onOffline: () => void
  onVisible: () => void
}

function watchPageEvents({ onWake, onOnline, onOffline, onVisible }: PageListeners): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onVisible()
  }
  const stopWatchingSleep = watchDeviceSleep(onWake)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    stopWatchingSleep()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

function getSocketUrl({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}

function writeEvent(connection: WebSocket, event: ClientEvent): void {
  connection.send(JSON.stringify(event))
}

/** What is not of the contract is of a newer server, and none of our business. */
function parseServerEvent(data: unknown): ServerEvent | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return z.safeParse(ServerEvent, JSON.parse(data)).data
  } catch {
    return undefined
  }
}

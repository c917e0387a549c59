import { ServerEvent, type ClientEvent } from '@dolph/contract/realtime'
import { CloseCode } from '@dolph/contract/socket'
import { z } from 'zod/mini'
import { decideReconnect } from './reconnect.ts'
import { watchDeviceSleep } from './device-sleep.ts'

const AUTH_TIMEOUT_MS = 10_000
/** A connection counts as stable after this time: the next loss starts with the shortest delay. */
const STABLE_AFTER_MS = 30_000
/** The close code that browsers report for a lost connection. */
const ABNORMAL_CLOSURE = 1006

/**
 * `connecting`: the first connection, or one that the member or the browser has started anew. `disconnected`:
 * lost, and no reconnect attempt has started. `reconnecting`: an attempt was started, also between two of them. `error`:
 * nothing is tried until the member or the browser starts anew.
 */
export type SocketState = 'connecting' | 'connected' | 'disconnected' | 'reconnecting' | 'error'

export interface Socket {
  /** Connects as this member, and stays connected until `stop`. `onClosedAsSignedOut`: their session may have ended. */
  start: (userId: string, onClosedAsSignedOut: () => void) => void
  stop: () => void
  /** Connects at once, and counts the attempts from zero again. */
  connectNow: () => void
  /** The session still lives: from now on, coming online or back to the tab connects a socket that was closed as signed out. */
  confirmSession: () => void
  /** Returns whether the event was sent, which does not mean that it arrived. */
  send: (event: ClientEvent) => boolean
  getState: () => SocketState
  /** The number of the last reconnect attempt. */
  getAttempt: () => number
  subscribe: (listener: () => void) => () => void
  onEvent: (listener: (event: ServerEvent) => void) => () => void
}

/** The connection of this tab. */
export const socket: Socket = createSocket()

export function createSocket(): Socket {
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: ServerEvent) => void>()
  let member: { userId: string; onClosedAsSignedOut: () => void } | undefined
  let connection: WebSocket | undefined
  let state: SocketState = 'connecting'
  let attempts = 0
  let isSignedOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopWatching: (() => void) | undefined

  function setState(next: SocketState) {
    if (state === next) return
    state = next
    notifyListeners()
  }

  function notifyListeners() {
    for (const listener of listeners) listener()
  }

  function setTimer(milliseconds: number, callback: () => void) {
    clearTimeout(timer)
    timer = setTimeout(callback, milliseconds)
  }

  function open() {
    closeConnection()
    const opened = new WebSocket(getSocketUrl(location))
    connection = opened
    setTimer(AUTH_TIMEOUT_MS, handleLoss)
    opened.addEventListener('open', () => {
      if (connection !== opened || !member) return
      const timestamp = new Date().toISOString()
      writeEvent(opened, { type: 'auth', userId: member.userId, timestamp })
    })
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const event = connection === opened ? parseServerEvent(data) : undefined
      if (event) handleEvent(event)
    })
    opened.addEventListener('close', ({ code }) => {
      if (connection === opened) handleClose(code)
    })
  }

  function handleEvent(event: ServerEvent) {
    if (event.type === 'auth_success') {
      setTimer(STABLE_AFTER_MS, () => (attempts = 0))
      setState('connected')
    } else if (state === 'connected')
      for (const eventListener of eventListeners) eventListener(event)
  }

  /** Events of the old connection are ignored from now on. */
  function closeConnection() {
    clearTimeout(timer)
    const old = connection
    connection = undefined
    old?.close()
  }

  function handleLoss() {
    handleClose(ABNORMAL_CLOSURE)
  }

  function handleClose(code: number) {
    closeConnection()
    const decision = decideReconnect(code, attempts, Math.random())
    if (decision.action === 'retry') {
      setTimer(decision.delayMs, reconnect)
      // Between two attempts the number of the last one stays.
      if (state !== 'reconnecting') setState('disconnected')
    } else setState('error')
    isSignedOut = code === CloseCode.signedOut
    if (isSignedOut) member?.onClosedAsSignedOut()
  }

  function reconnect() {
    attempts += 1
    open()
    state = 'reconnecting'
    notifyListeners()
  }

  function connectAnew() {
    if (!member || isSignedOut) return
    attempts = 0
    open()
    setState('connecting')
  }

  function connectIfLost() {
    if (!connection) connectAnew()
  }

  function disconnectIfOpen() {
    if (connection) handleLoss()
  }

  function stop() {
    stopWatching?.()
    stopWatching = undefined
    member = undefined
    closeConnection()
    setState('connecting')
  }

  return {
    start: (userId, onClosedAsSignedOut) => {
      stop()
      member = { userId, onClosedAsSignedOut }
      isSignedOut = false
      stopWatching = watchPageEvents({
        onWake: connectAnew,
        onOnline: connectAnew,
        onVisible: connectIfLost,
        onOffline: disconnectIfOpen,
      })
      connectAnew()
    },
    stop,
    connectNow: () => {
      isSignedOut = false
      connectAnew()
    },
    confirmSession: () => {
      isSignedOut = false
    },
    send: (event) => {
      if (state !== 'connected' || connection?.readyState !== WebSocket.OPEN) return false
      writeEvent(connection, event)
      return true
    },
    getState: () => state,
    getAttempt: () => attempts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onEvent: (eventListener) => {
      eventListeners.add(eventListener)
      return () => void eventListeners.delete(eventListener)
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
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') onVisible()
  }
  const stopWatchingSleep = watchDeviceSleep(onWake)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    stopWatchingSleep()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/** Secure when the page is secure: browsers refuse a plain connection from there. */
export function getSocketUrl({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}

function writeEvent(connection: WebSocket, event: ClientEvent): void {
  connection.send(JSON.stringify(event))
}

/** Ignores events outside the contract, which a newer server may send. */
function parseServerEvent(data: unknown): ServerEvent | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return z.safeParse(ServerEvent, JSON.parse(data)).data
  } catch {
    return undefined
  }
}

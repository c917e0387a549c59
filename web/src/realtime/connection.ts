import { ServerEvent, type ClientEvent } from '@dolph/contract/realtime'
import { CloseCode } from '@dolph/contract/socket'
import { z } from 'zod/mini'
import { keepPosition } from '../lib/api/read-position.ts'
import { reportClientError } from '../lib/api/report-client-error.ts'
import { decideReconnect } from './reconnect.ts'
import { watchPageEvents } from './page-events.ts'

/** With the delay before the next attempt, a page whose first connection gets no answer is complete within 15 seconds. */
const FIRST_AUTH_TIMEOUT_MS = 6_000
/** Later attempts wait longer: on a slow network an answer alone takes several seconds. */
const AUTH_TIMEOUT_MS = 10_000
/** A connection counts as stable after this time: the next loss starts with the shortest delay. */
const STABLE_AFTER_MS = 30_000
/** By this attempt a server that restarts is back. A browser without any connection cannot report either. */
const REPORTED_ATTEMPT = 3
/** The close code that browsers report for a lost connection. */
const ABNORMAL_CLOSURE = 1006

/**
 * `connecting`: the first connection, or one that the member or the browser has started again. `disconnected`:
 * lost, and no reconnect attempt has started. `reconnecting`: an attempt was started, also between two of them. `error`:
 * nothing is tried until the member or the browser starts again.
 */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected' | 'reconnecting' | 'error'

export type ServerEventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>

export interface Connection {
  /** Connects as this member, and stays connected until `stop`. `onClosedAsSignedOut`: their session may have ended. */
  start: (userId: string, onClosedAsSignedOut: () => void) => void
  stop: () => void
  /** Connects at once, and counts the attempts from zero again. */
  connectNow: () => void
  /** The session still lives: from now on, coming online or back to the tab connects a socket that was closed as signed out. */
  confirmSession: () => void
  /** Returns whether the event was sent, which does not mean that it arrived. */
  send: (event: ClientEvent) => boolean
  getState: () => ConnectionState
  /** The number of the last reconnect attempt. */
  getAttempt: () => number
  subscribe: (listener: () => void) => () => void
  /** Calls `listener` for each event of this type; returns the function that ends it. */
  on: <T extends ServerEvent['type']>(
    type: T,
    listener: (event: ServerEventOf<T>) => void,
  ) => () => void
}

/** The connection of this tab. It knows no feature: what an event means is known where it is subscribed to. */
export const connection: Connection = createConnection()

export function createConnection(): Connection {
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: ServerEvent) => void>()
  let member: { userId: string; onClosedAsSignedOut: () => void } | undefined
  let socket: WebSocket | undefined
  let state: ConnectionState = 'connecting'
  let attempts = 0
  let isSignedOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopWatching: (() => void) | undefined

  function setState(next: ConnectionState) {
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
    closeSocket()
    const opened = new WebSocket(getSocketUrl(location))
    socket = opened
    setTimer(attempts === 0 ? FIRST_AUTH_TIMEOUT_MS : AUTH_TIMEOUT_MS, handleLoss)
    opened.addEventListener('open', () => {
      if (socket !== opened || !member) return
      const timestamp = new Date().toISOString()
      writeEvent(opened, { type: 'auth', userId: member.userId, timestamp })
    })
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const event = socket === opened ? parseServerEvent(data) : undefined
      if (event) handleEvent(event)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) handleClose(code)
    })
  }

  function handleEvent(event: ServerEvent) {
    if ('position' in event) keepPosition(event.position)
    if (event.type === 'auth_success') {
      setTimer(STABLE_AFTER_MS, () => (attempts = 0))
      setState('connected')
    } else if (state === 'connected')
      for (const eventListener of eventListeners) eventListener(event)
  }

  /** Events of the old socket are ignored from now on. */
  function closeSocket() {
    clearTimeout(timer)
    const old = socket
    socket = undefined
    old?.close()
  }

  function handleLoss() {
    handleClose(ABNORMAL_CLOSURE)
  }

  function handleClose(code: number) {
    closeSocket()
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
    if (attempts === REPORTED_ATTEMPT) reportClientError('socket')
  }

  function connectAnew() {
    if (!member || isSignedOut) return
    attempts = 0
    open()
    setState('connecting')
  }

  function connectIfLost() {
    if (!socket) connectAnew()
  }

  function disconnectIfOpen() {
    if (socket) handleLoss()
  }

  function stop() {
    stopWatching?.()
    stopWatching = undefined
    member = undefined
    closeSocket()
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
      if (state !== 'connected' || socket?.readyState !== WebSocket.OPEN) return false
      writeEvent(socket, event)
      return true
    },
    getState: () => state,
    getAttempt: () => attempts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    on: (type, listener) => {
      const eventListener = (event: ServerEvent) => {
        if (isEventOf(event, type)) listener(event)
      }
      eventListeners.add(eventListener)
      return () => void eventListeners.delete(eventListener)
    },
  }
}

/** Secure when the page is secure: browsers refuse a plain connection from there. */
export function getSocketUrl({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}

function writeEvent(socket: WebSocket, event: ClientEvent): void {
  socket.send(JSON.stringify(event))
}

function isEventOf<T extends ServerEvent['type']>(
  event: ServerEvent,
  type: T,
): event is ServerEventOf<T> {
  return event.type === type
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

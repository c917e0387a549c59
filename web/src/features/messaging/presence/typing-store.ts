import { ListenerSet } from '../../../lib/listener-set.ts'

const STOP_AFTER_MS = 3000
/** The server accepts one typing event a second. */
const SEND_INTERVAL_MIN_MS = 1100
/** A peer without a typing event for so long counts as stopped. */
const PEER_TIMEOUT_MS = 5000

interface TypingOptions {
  /** Tells the server that the member started or stopped typing to a peer or room; false without a connection. */
  send: (targetId: string, isTyping: boolean) => boolean
  repeatIntervalMs: number
}

/** Who is typing: the member, to one peer or room at a time, and the peers. */
export class TypingStore {
  readonly #options: TypingOptions
  #ownTyping: { peerId: string; timer: ReturnType<typeof setTimeout> } | undefined
  #lastSentAt = 0
  readonly #typingPeers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #listeners = new ListenerSet()
  readonly subscribe = this.#listeners.subscribe

  constructor(options: TypingOptions) {
    this.#options = options
  }

  isPeerTyping(peerId: string): boolean {
    return this.#typingPeers.has(peerId)
  }

  /** Called on each key press in the composer. */
  startTyping(peerId: string): void {
    if (this.#ownTyping && this.#ownTyping.peerId !== peerId)
      this.stopTyping(this.#ownTyping.peerId)
    if (!this.#ownTyping || Date.now() - this.#lastSentAt >= this.#options.repeatIntervalMs)
      this.#send(peerId, true)
    clearTimeout(this.#ownTyping?.timer)
    this.#ownTyping = { peerId, timer: setTimeout(() => this.stopTyping(peerId), STOP_AFTER_MS) }
  }

  /** Called when the member pauses, or sends the message. */
  stopTyping(peerId: string): void {
    if (this.#ownTyping?.peerId !== peerId) return
    clearTimeout(this.#ownTyping.timer)
    this.#ownTyping = undefined
    this.#send(peerId, false)
  }

  /** Records that a peer has started or stopped typing. */
  setPeerTyping(peerId: string, isTyping: boolean): void {
    const timer = this.#typingPeers.get(peerId)
    if (!isTyping && timer === undefined) return
    clearTimeout(timer)
    if (isTyping) {
      const timeout = setTimeout(() => this.setPeerTyping(peerId, false), PEER_TIMEOUT_MS)
      this.#typingPeers.set(peerId, timeout)
    } else this.#typingPeers.delete(peerId)
    this.#listeners.notify()
  }

  /** Called when the connection is lost: without it nothing is known about typing. */
  reset(): void {
    clearTimeout(this.#ownTyping?.timer)
    this.#ownTyping = undefined
    this.#lastSentAt = 0
    for (const peerId of [...this.#typingPeers.keys()]) this.setPeerTyping(peerId, false)
  }

  /** An event above the server's rate limit is skipped: the peer's indicator times out, at the latest when the message arrives. */
  #send(targetId: string, isTyping: boolean): void {
    if (Date.now() - this.#lastSentAt < SEND_INTERVAL_MIN_MS) return
    if (this.#options.send(targetId, isTyping)) this.#lastSentAt = Date.now()
  }
}

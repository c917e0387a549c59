import { ListenerSet } from '../../lib/listener-set.ts'

/** A member types on without an event for at most three seconds. */
const TIMEOUT_MS = 7000
const NOBODY: readonly string[] = []

/** Who of the others is typing in each room. */
export class RoomTypists {
  readonly #byRoom = new Map<string, readonly string[]>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #listeners = new ListenerSet()
  readonly subscribe = this.#listeners.subscribe

  /** The same array until somebody starts or stops. */
  read(roomId: string): readonly string[] {
    return this.#byRoom.get(roomId) ?? NOBODY
  }

  update(roomId: string, memberId: string, isTyping: boolean): void {
    const key = `${roomId} ${memberId}`
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    if (isTyping) {
      this.#timers.set(
        key,
        setTimeout(() => this.update(roomId, memberId, false), TIMEOUT_MS),
      )
    }
    const typists = this.read(roomId)
    if (typists.includes(memberId) === isTyping) return
    this.#byRoom.set(
      roomId,
      isTyping ? [...typists, memberId] : typists.filter((id) => id !== memberId),
    )
    this.#listeners.notify()
  }

  /** Called when the connection is lost: without it nothing is known about typing. */
  reset(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#byRoom.clear()
    this.#listeners.notify()
  }
}

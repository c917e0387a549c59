/** The conversations that are on screen in this tab, by the id of the peer. */
export class VisibleConversations {
  readonly #peerIds = new Set<string>()

  has(peerId: string): boolean {
    return this.#peerIds.has(peerId)
  }

  /** Returns the function that removes the conversation again. */
  add(peerId: string): () => void {
    this.#peerIds.add(peerId)
    return () => void this.#peerIds.delete(peerId)
  }
}

const visiblePeerIds = new Set<string>()

/** Whether the conversation with this member is on screen in this tab. */
export function isConversationVisible(peerId: string): boolean {
  return visiblePeerIds.has(peerId)
}

export function markConversationVisible(peerId: string): () => void {
  visiblePeerIds.add(peerId)
  return () => void visiblePeerIds.delete(peerId)
}

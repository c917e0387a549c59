const lookedAt = new Set<string>()

/** Whether the conversation with this member is before somebody's eyes in this tab. */
export function isLookedAt(peerId: string): boolean {
  return lookedAt.has(peerId)
}

export function lookAt(peerId: string): () => void {
  lookedAt.add(peerId)
  return () => void lookedAt.delete(peerId)
}

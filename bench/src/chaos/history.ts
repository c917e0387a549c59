/** What became of a send, as its client knows. Unknown: nobody ever said. */
export type Outcome = 'pending' | 'by socket' | 'by POST' | 'refused' | 'unknown'

/** One send, from the moment that somebody pressed the button. */
export interface Send {
  senderId: string
  peerId: string
  /** Unlike any other. */
  content: string
  tempId: string
  begunAt: number
  outcome: Outcome
  settledAt: number
  /** The message that it became, if it was acknowledged. */
  messageId: string | null
}

/** Everything that was sent. */
export class History {
  readonly sends: Send[] = []

  begin(senderId: string, peerId: string): Send {
    const nth = this.sends.length
    const send: Send = {
      senderId,
      peerId,
      content: `message ${nth} of this run`,
      tempId: `temp-${crypto.randomUUID()}`,
      begunAt: performance.now(),
      outcome: 'pending',
      settledAt: Infinity,
      messageId: null,
    }
    this.sends.push(send)
    return send
  }

  settle(send: Send, outcome: Outcome, messageId: string | null = null): void {
    send.outcome = outcome
    send.messageId = messageId
    send.settledAt = performance.now()
  }

  pending(): Send[] {
    return this.sends.filter(({ outcome }) => outcome === 'pending')
  }

  acknowledged(): Send[] {
    return this.sends.filter(({ messageId }) => messageId !== null)
  }

  /** How many had each outcome. */
  summary(): string {
    const counts = new Map<Outcome, number>()
    for (const { outcome } of this.sends) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  }
}

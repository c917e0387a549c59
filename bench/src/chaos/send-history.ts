/** What became of a send, as its client knows. Unknown: nobody ever said. */
export type SendOutcome = 'pending' | 'by socket' | 'by POST' | 'refused' | 'unknown'

/** One send, from the moment that somebody pressed the button. */
export interface SendRecord {
  senderId: string
  peerId: string
  /** Unlike any other. */
  content: string
  tempId: string
  startedAt: number
  outcome: SendOutcome
  settledAt: number
  /** The message that it became, if it was acknowledged. */
  messageId: string | null
}

/** Everything that was sent. */
export class SendHistory {
  readonly sends: SendRecord[] = []

  recordSend(senderId: string, peerId: string): SendRecord {
    const nth = this.sends.length
    const send: SendRecord = {
      senderId,
      peerId,
      content: `message ${nth} of this run`,
      tempId: `temp-${crypto.randomUUID()}`,
      startedAt: performance.now(),
      outcome: 'pending',
      settledAt: Infinity,
      messageId: null,
    }
    this.sends.push(send)
    return send
  }

  recordOutcome(send: SendRecord, outcome: SendOutcome, messageId: string | null = null): void {
    send.outcome = outcome
    send.messageId = messageId
    send.settledAt = performance.now()
  }

  pendingSends(): SendRecord[] {
    return this.sends.filter(({ outcome }) => outcome === 'pending')
  }

  acknowledgedSends(): SendRecord[] {
    return this.sends.filter(({ messageId }) => messageId !== null)
  }

  /** How many had each outcome. */
  formatSummary(): string {
    const counts = new Map<SendOutcome, number>()
    for (const { outcome } of this.sends) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  }
}

/** The outcome of a send as its client knows it. Unknown: no response ever arrived. */
export type SendOutcome = 'pending' | 'by socket' | 'by POST' | 'refused' | 'unknown'

/** Another member, or everybody in a room. */
export interface Recipient {
  kind: 'member' | 'room'
  id: string
}

/** One message that a client sent. */
export interface SendRecord {
  senderId: string
  recipient: Recipient
  /** Unique within the run. */
  content: string
  tempId: string
  startedAt: number
  outcome: SendOutcome
  settledAt: number
  /** The id of the stored message if the send was acknowledged. */
  messageId: string | null
}

/** Records every send and its outcome. */
export class SendHistory {
  readonly sends: SendRecord[] = []

  recordSend(senderId: string, recipient: Recipient): SendRecord {
    const index = this.sends.length
    const send: SendRecord = {
      senderId,
      recipient,
      content: `message ${index} of this run`,
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

  /** The number of sends per outcome, as text. */
  formatSummary(): string {
    const counts = new Map<SendOutcome, number>()
    for (const { outcome } of this.sends) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  }
}

import { ANSWERS_COUNTED_MAX, ANSWERS_MIN, type Answers } from '@dolph/contract/roles/answers'

const HOUR_MS = 3_600_000

export interface ModelRequest {
  id: string
  ownerId: string
  memberId: string
  roleId: string
  isInvitation: boolean
  askedAt: number
  dueAt: number
  state: 'waiting' | 'talking' | 'final' | 'withdrawn'
  answeredAt: number | null
  /** Ended at its date without an answer. */
  isUnanswered: boolean
}

/** What happened to each request, by the actions of the simulation alone. */
export class YearModel {
  readonly requests = new Map<string, ModelRequest>()

  isLive(id: string): boolean {
    const request = this.requests.get(id)
    return request?.state === 'waiting' || request?.state === 'talking'
  }

  answer(id: string, at: number, isTalk: boolean): void {
    const request = this.#get(id)
    request.answeredAt ??= at
    request.state = isTalk ? 'talking' : 'final'
  }

  /** The date has come, or the talks are quiet. */
  end(id: string): void {
    const request = this.#get(id)
    request.isUnanswered = request.state === 'waiting'
    request.state = 'final'
  }

  /** Ends live requests without anybody's answer: the role is gone or filled. */
  endLive(matches: (request: ModelRequest) => boolean, state: 'final' | 'withdrawn'): void {
    for (const request of this.requests.values()) {
      if (this.isLive(request.id) && matches(request)) request.state = state
    }
  }

  forget(memberId: string): void {
    for (const request of this.requests.values()) {
      if (request.memberId === memberId) this.requests.delete(request.id)
    }
  }

  computeAnswers(ownerId: string): Answers | null {
    const counted = [...this.requests.values()]
      .filter((request) => request.ownerId === ownerId && !request.isInvitation)
      .filter(({ state }) => state !== 'withdrawn')
      .filter(({ answeredAt, isUnanswered }) => answeredAt !== null || isUnanswered)
      .toSorted((one, other) => other.askedAt - one.askedAt)
      .slice(0, ANSWERS_COUNTED_MAX)
    if (counted.length < ANSWERS_MIN) return null
    const hours = counted
      .flatMap(({ answeredAt, askedAt, dueAt }) =>
        answeredAt !== null && answeredAt <= dueAt ? (answeredAt - askedAt) / HOUR_MS : [],
      )
      .toSorted((one, other) => one - other)
    const middle = hours.length / 2
    const [low, high] = [hours[Math.ceil(middle) - 1], hours[Math.floor(middle)]]
    return {
      answered: hours.length,
      of: counted.length,
      medianHours:
        low === undefined || high === undefined ? null : Math.ceil((low + high) / 2 - 1e-9),
    }
  }

  #get(id: string): ModelRequest {
    const request = this.requests.get(id)
    if (!request) throw new Error(`no request ${id}`)
    return request
  }
}

/** Without the status, which would multiply the buckets: `http_requests_total` has it. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 8]

/** The durations of the requests of one route, by the first bound that they do not exceed; the last place is for the slower ones. */
export class RouteDurations {
  readonly #labels: { method: string; route: string }
  readonly #counts = BUCKETS.map(() => 0).concat(0)
  #sum = 0

  constructor(method: string, route: string) {
    this.#labels = { method, route }
  }

  observe(seconds: number): void {
    let place = 0
    while (place < BUCKETS.length && seconds > (BUCKETS[place] ?? 0)) place += 1
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
    this.#sum += seconds
  }

  /** The series of a Prometheus histogram: each bucket includes the smaller ones. */
  listSeries(name: string) {
    const labels = this.#labels
    let total = 0
    const buckets = this.#counts.map((count, place) => {
      total += count
      const le = BUCKETS[place] ?? '+Inf'
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: total },
    ]
  }
}

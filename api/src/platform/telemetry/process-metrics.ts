import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client'

/**
 * Metrics that any layer counts, without a registry passed down to it. A process has one of each; every registry that is
 * scraped shows them. Labels are closed lists, and each value is there from the start: a first failure that creates its
 * own series would be no increase for Prometheus.
 */
const metrics: Metric[] = []

export function registerProcessMetrics(registry: Registry): void {
  for (const metric of metrics) registry.registerMetric(metric)
}

interface Named {
  name: string
  help: string
}

interface Labeled<Value extends string> extends Named {
  label: string
  values: readonly Value[]
}

/** A counter as plain numbers, one for each value of the label: `counts.found += 1` costs as little as it looks. */
export function defineCounts<Value extends string>({ name, help, label, values }: Labeled<Value>) {
  // This cast is safe: the record has every value and no other.
  const counts = Object.fromEntries(values.map((value) => [value, 0])) as Record<Value, number>
  metrics.push(
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset()
        for (const value of values) this.inc({ [label]: value }, counts[value])
      },
    }),
  )
  return counts
}

/** A counter without a label. */
export function defineCount({ name, help }: Named) {
  const count = { total: 0 }
  metrics.push(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset()
        this.inc(count.total)
      },
    }),
  )
  return count
}

/** A gauge whose value is read when Prometheus asks. */
export function defineGauge(named: Named, read: () => number): void {
  metrics.push(createGauge(named, read))
}

/** The same, for the registry of one app. */
export function createGauge({ name, help }: Named, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
}

interface Buckets {
  /** Upper bounds in seconds. */
  buckets: number[]
}

export function defineHistogram({ name, help, buckets }: Named & Buckets) {
  const histogram = new Histogram({ name, help, buckets, registers: [] })
  metrics.push(histogram)
  return histogram
}

/** A histogram for each value of the label. */
export function defineHistograms<Value extends string>({
  name,
  help,
  label,
  values,
  buckets,
}: Labeled<Value> & Buckets) {
  const histogram = new Histogram({ name, help, buckets, labelNames: [label], registers: [] })
  metrics.push(histogram)
  const children = values.map((value) => {
    histogram.zero({ [label]: value })
    return [value, histogram.labels(value)]
  })
  // This cast is safe: the record has every value and no other.
  return Object.fromEntries(children) as Record<Value, { observe: (seconds: number) => void }>
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000
}

/** Observes how long the task takes, whether it succeeds or not. */
export async function observeDuration<Result>(
  histogram: { observe: (seconds: number) => void },
  task: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await task()
  } finally {
    histogram.observe(secondsSince(startedAt))
  }
}

/** A gauge with one value for each text that `read` names when Prometheus asks. */
export function defineLabeledGauge(
  { name, help, label }: Named & { label: string },
  read: () => [label: string, value: number][],
): void {
  metrics.push(
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset()
        for (const [text, value] of read()) this.set({ [label]: text }, value)
      },
    }),
  )
}

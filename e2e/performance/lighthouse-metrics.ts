import lighthouse, { type Result } from 'lighthouse'
import { PAGE_BUDGETS } from './page-budgets.ts'

export const SCORE_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const SCORES_MIN = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const LAYOUT_SHIFT_MAX = 0.02

const TIMING_AUDITS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
} as const

export type Metrics = Record<
  (typeof SCORE_CATEGORIES)[number] | keyof typeof TIMING_AUDITS | 'CLS' | 'script kB' | 'total kB',
  number
>

export interface LighthouseRun {
  metrics: Metrics
  /** Failed audits of every category but performance. */
  failedAudits: string[]
}

/** Runs Lighthouse once with its default phone and network. */
export async function runLighthouse(url: string, port: number): Promise<LighthouseRun> {
  const { lhr } = (await lighthouse(url, { port, logLevel: 'error' })) ?? {}
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message}`)
  const valueOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const time = (name: keyof typeof TIMING_AUDITS) => Math.round(valueOf(TIMING_AUDITS[name]))
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  return {
    metrics: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      'FCP ms': time('FCP ms'),
      'LCP ms': time('LCP ms'),
      'TBT ms': time('TBT ms'),
      CLS: Math.round(valueOf('cumulative-layout-shift') * 1000) / 1000,
      'script kB': sumTransferSize(lhr, 'Script'),
      'total kB': sumTransferSize(lhr),
    },
    failedAudits: SCORE_CATEGORIES.slice(1).flatMap((name) => findFailedAudits(lhr, name)),
  }
}

/** The median of several runs, metric by metric. */
export function computeMedians(runs: readonly LighthouseRun[]): LighthouseRun {
  const median = (name: keyof Metrics) =>
    runs.map(({ metrics }) => metrics[name]).toSorted((one, other) => one - other)[
      Math.floor(runs.length / 2)
    ] ?? Number.NaN
  const names = Object.keys(runs[0]?.metrics ?? {}) as (keyof Metrics)[]
  const metrics = Object.fromEntries(names.map((name) => [name, median(name)])) as Metrics
  return {
    metrics,
    failedAudits: [...new Set(runs.flatMap(({ failedAudits }) => failedAudits))],
  }
}

/** Names the metrics of a page that miss their target. */
export function findMissedTargets(path: string, metrics: Metrics): string[] {
  const missed: string[] = SCORE_CATEGORIES.filter((name) => metrics[name] < SCORES_MIN[name])
  if (metrics.CLS > LAYOUT_SHIFT_MAX) missed.push('CLS')
  const budget = PAGE_BUDGETS[path]
  if (budget && metrics['script kB'] > budget.scripts) missed.push('script kB')
  if (budget && metrics['total kB'] > budget.all) missed.push('total kB')
  return missed.map((name) => `${path}: ${name} misses its target`)
}

function sumTransferSize({ audits }: Result, type?: string): number {
  const details = audits['network-requests']?.details
  const requests = details?.type === 'table' ? details.items : []
  const bytes = requests
    .filter(({ resourceType }) => type === undefined || resourceType === type)
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return Math.round(bytes / 100) / 10
}

function findFailedAudits({ categories, audits }: Result, name: string): string[] {
  const weighted = categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return weighted
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 1)
    .map((audit) => `${name}: ${audit?.title}`)
}

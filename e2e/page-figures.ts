import lighthouse, { type Result } from 'lighthouse'

export const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const SHIFT_MAX = 0.02
/** Of the landing page, in kilobytes as they are sent. */
const LANDING_MAX = { 'script kB': 110, 'total kB': 250 }

const TIMES = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
} as const

export type Figures = Record<
  (typeof SCORES)[number] | keyof typeof TIMES | 'CLS' | keyof typeof LANDING_MAX,
  number
>

export interface Run {
  figures: Figures
  /** What cost points for anything but speed. */
  found: string[]
}

/** One visit with Lighthouse's own phone and network. */
export async function measure(url: string, port: number): Promise<Run> {
  const { lhr } = (await lighthouse(url, { port, logLevel: 'error' })) ?? {}
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message}`)
  const valueOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const time = (name: keyof typeof TIMES) => Math.round(valueOf(TIMES[name]))
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      'FCP ms': time('FCP ms'),
      'LCP ms': time('LCP ms'),
      'TBT ms': time('TBT ms'),
      CLS: Math.round(valueOf('cumulative-layout-shift') * 1000) / 1000,
      'script kB': sentOf(lhr, 'Script'),
      'total kB': sentOf(lhr),
    },
    found: SCORES.slice(1).flatMap((name) => lostIn(lhr, name)),
  }
}

/** The middle of several runs, figure by figure. */
export function medians(runs: readonly Run[]): Run {
  const middle = (name: keyof Figures) =>
    runs.map(({ figures }) => figures[name]).toSorted((one, other) => one - other)[
      Math.floor(runs.length / 2)
    ] ?? Number.NaN
  const names = Object.keys(runs[0]?.figures ?? {}) as (keyof Figures)[]
  const figures = Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures
  return { figures, found: [...new Set(runs.flatMap(({ found }) => found))] }
}

/** Where the figures of a page are on the wrong side of what was promised. */
export function shortcomings(path: string, figures: Figures): string[] {
  const missed: string[] = SCORES.filter((name) => figures[name] < LEAST[name])
  if (figures.CLS > SHIFT_MAX) missed.push('CLS')
  const sizes = Object.entries(LANDING_MAX) as [keyof typeof LANDING_MAX, number][]
  if (path === '/')
    missed.push(...sizes.filter(([name, max]) => figures[name] > max).map(([name]) => name))
  return missed.map((name) => `${path}: ${name} misses its bar`)
}

function sentOf({ audits }: Result, type?: string): number {
  const details = audits['network-requests']?.details
  const requests = details?.type === 'table' ? details.items : []
  const sent = requests
    .filter(({ resourceType }) => type === undefined || resourceType === type)
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return Math.round(sent / 100) / 10
}

function lostIn({ categories, audits }: Result, name: string): string[] {
  const counted = categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return counted
    .map(({ id }) => audits[id])
    .filter((audit) => audit && audit.score !== null && audit.score < 1)
    .map((audit) => `${name}: ${audit?.title}`)
}

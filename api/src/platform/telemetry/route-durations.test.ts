import { expect, test } from 'vitest'
import { RouteDurations } from './route-durations.ts'

test('durations become a histogram of Prometheus: a bucket includes its bound and the smaller buckets', () => {
  const durations = new RouteDurations('GET', '/badge/:file')
  for (const seconds of [0.001, 0.005, 0.006, 2, 8.5]) durations.observe(seconds)

  const series = durations.listSeries('seconds')

  const buckets = series.filter(({ metricName }) => metricName === 'seconds_bucket')
  expect(buckets.map(({ labels, value }) => ['le' in labels && labels.le, value])).toEqual([
    [0.005, 2],
    [0.025, 3],
    [0.1, 3],
    [0.25, 3],
    [1, 3],
    [2.5, 4],
    [8, 4],
    ['+Inf', 5],
  ])
  expect(series.slice(-2)).toEqual([
    {
      metricName: 'seconds_sum',
      labels: { method: 'GET', route: '/badge/:file' },
      value: expect.closeTo(10.512),
    },
    {
      metricName: 'seconds_count',
      labels: { method: 'GET', route: '/badge/:file' },
      value: 5,
    },
  ])
})

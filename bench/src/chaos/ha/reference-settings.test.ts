import { expect, test } from 'vitest'
import {
  buildNodeSettings,
  findUnsafeSettings,
  readPatroniSettings,
  readReferenceFile,
  replaceTexts,
} from './reference-settings.ts'

const place = {
  name: 'pg-2',
  restAddress: '127.0.0.1:1001',
  postgresAddress: '127.0.0.1:1002',
  etcdAddresses: ['127.0.0.1:1003'],
  folder: '/tmp/run',
  binaries: '/usr/lib/postgresql/15/bin',
}

test('the reference is safe with the Patroni that it is written for', async () => {
  const settings = await readPatroniSettings()
  expect(findUnsafeSettings(settings, '4.1.4')).toEqual([])
  expect(settings.watchdog?.mode).toBe('required')
})

test.each(['3.0.2', '2.9.9', '3.0'])('etcd3 with Patroni %s is refused', async (version) => {
  const settings = await readPatroniSettings()
  expect(findUnsafeSettings(settings, version)).toEqual([expect.stringContaining("under 'etcd3'")])
})

test.each(['3.0.3', '3.1.0', '4.0.0'])('etcd3 with Patroni %s is accepted', async (version) => {
  expect(findUnsafeSettings(await readPatroniSettings(), version)).toEqual([])
})

test('a cluster without synchronous_mode is refused', async () => {
  const settings = await readPatroniSettings()
  settings.bootstrap.dcs.synchronous_mode = false
  expect(findUnsafeSettings(settings, '4.1.4')).toEqual([
    expect.stringContaining("'synchronous_mode' is off"),
  ])
  expect(() => buildNodeSettings(settings, place, '4.1.4')).toThrow("'synchronous_mode' is off")
})

test('a node of the run differs from the reference in its place only', async () => {
  const reference = await readPatroniSettings()
  const node = buildNodeSettings(reference, place, '4.1.4')
  expect(node.bootstrap).toEqual(reference.bootstrap)
  expect(node).toMatchObject({ name: 'pg-2', etcd3: { hosts: place.etcdAddresses } })
  expect(node.watchdog).toBeUndefined()
})

test('a node with an older Patroni uses the older interface of etcd', async () => {
  const node = buildNodeSettings(await readPatroniSettings(), place, '3.0.2')
  expect(node.etcd3).toBeUndefined()
  expect(node.etcd).toEqual({ hosts: place.etcdAddresses })
})

test('a text that the reference no longer has is not replaced silently', async () => {
  const reference = await readReferenceFile('haproxy.cfg')
  expect(replaceTexts(reference, { '10.0.0.11:5432': '127.0.0.1:1' })).toContain(
    '127.0.0.1:1 check',
  )
  expect(() => replaceTexts(reference, { 'no such text': '' })).toThrow('no such text')
})

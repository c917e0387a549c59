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
  writers: ['127.0.0.1'],
  certificates: { ca: '/tmp/ca.crt', certificate: '/tmp/server.crt', key: '/tmp/server.key' },
  folder: '/tmp/run',
  binaries: '/usr/lib/postgresql/15/bin',
}

test('the reference is safe with the Patroni that it is written for', async () => {
  const settings = await readPatroniSettings()
  expect(findUnsafeSettings(settings, '4.1.4')).toEqual([])
  expect(settings.watchdog?.mode).toBe('required')
})

test('the reference lets no stranger change the settings of the cluster, and archives its WAL', async () => {
  const { restapi, etcd3, bootstrap } = await readPatroniSettings()
  expect(restapi.authentication?.password).toBeTruthy()
  expect(restapi.allowlist).toHaveLength(3)
  expect(restapi.certfile).toBeTruthy()
  expect(etcd3).toMatchObject({ protocol: 'https', cacert: expect.any(String) })
  const etcd = await readReferenceFile('etcd.env')
  expect(etcd).not.toContain('http://')
  expect(etcd).toContain('ETCD_CLIENT_CERT_AUTH=true\n')
  expect(etcd).toContain('ETCD_PEER_CLIENT_CERT_AUTH=true\n')
  expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
    archive_mode: 'on',
    archive_command: expect.stringContaining('archive-push'),
  })
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

test.each(['local', 'off', 'remote_write', false])(
  'a cluster with synchronous_commit: %s is refused, wherever it is set',
  async (commit) => {
    const fault = expect.stringContaining(`'synchronous_commit' is '${commit}'`) as string
    const ofCluster = await readPatroniSettings()
    ofCluster.bootstrap.dcs.postgresql.parameters['synchronous_commit'] = commit
    expect(findUnsafeSettings(ofCluster, '4.1.4')).toEqual([fault])
    expect(() => buildNodeSettings(ofCluster, place, '4.1.4')).toThrow("'synchronous_commit' is")

    const ofNode = await readPatroniSettings()
    ofNode.postgresql.parameters['synchronous_commit'] = String(commit)
    expect(findUnsafeSettings(ofNode, '4.1.4')).toEqual([fault])
  },
)

test('the log of the balancer has no address and no path of a visitor, and http leads to https', async () => {
  const text = await readReferenceFile('haproxy.cfg')
  const format = /log-format "(.*)"/.exec(text)?.[1] ?? ''
  const fields = format.match(/%[A-Za-z]+/g) ?? []
  expect(fields.length).toBeGreaterThan(3)
  // Addresses and ports of clients, the request line, its path and its query, headers.
  const forbidden = ['%ci', '%cp', '%r', '%HP', '%HQ', '%HU', '%hr', '%hrl', '%hs']
  expect(fields.filter((field) => forbidden.includes(field))).toEqual([])
  expect(text).not.toContain('option httplog')
  expect(text).toContain('http-request redirect scheme https code 308 unless')
})

test('the balancer refuses connections to the database until it has asked every server', async () => {
  const text = await readReferenceFile('haproxy.cfg')
  const database = text.slice(text.indexOf('listen database'), text.indexOf('listen web'))
  expect(database).toContain('tcp-request connection reject if { nbsrv(database) gt 1 }\n')
})

test('a node of the run differs from the reference in its place only', async () => {
  const reference = await readPatroniSettings()
  const node = buildNodeSettings(reference, place, '4.1.4')
  // Without a repository the WAL would be kept until the disk is full.
  reference.bootstrap.dcs.postgresql.parameters['archive_command'] = '/bin/true'
  expect(node.bootstrap).toEqual(reference.bootstrap)
  expect(node.name).toBe('pg-2')
  const tls = { cacert: '/tmp/ca.crt', cert: '/tmp/server.crt', key: '/tmp/server.key' }
  expect(node.etcd3).toEqual({ protocol: 'https', hosts: place.etcdAddresses, ...tls })
  expect(node.restapi).toEqual({
    ...reference.restapi,
    listen: place.restAddress,
    connect_address: place.restAddress,
    allowlist: place.writers,
    certfile: tls.cert,
    keyfile: tls.key,
    cafile: tls.cacert,
  })
  expect(node.postgresql.parameters).toMatchObject({ ssl: 'on', ssl_cert_file: tls.cert })
  expect(node.postgresql.pg_hba.filter((line) => line.startsWith('host '))).toEqual([])
  expect(node.watchdog).toBeUndefined()
})

test('a node with an older Patroni uses the older interface of etcd', async () => {
  const node = buildNodeSettings(await readPatroniSettings(), place, '3.0.2')
  expect(node.etcd3).toBeUndefined()
  expect(node.etcd).toMatchObject({ hosts: place.etcdAddresses, cacert: '/tmp/ca.crt' })
})

test('the balancer passes neither readiness nor metrics to visitors', async () => {
  const denied = /^ {2}http-request deny deny_status 404 if \{ path,.* \/readyz \/metrics \}$/m
  expect(await readReferenceFile('haproxy.cfg')).toMatch(denied)
})

test('a text that the reference no longer has is not replaced silently', async () => {
  const reference = await readReferenceFile('haproxy.cfg')
  expect(replaceTexts(reference, { '10.0.0.11:5432': '127.0.0.1:1' })).toContain(
    '127.0.0.1:1 check',
  )
  expect(() => replaceTexts(reference, { 'no such text': '' })).toThrow('no such text')
})

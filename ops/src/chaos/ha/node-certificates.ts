import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)
const DAYS = '2'
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
/** By this name the processes reach HAProxy, as by `database.internal` in production. */
export const DATABASE_NAME = 'localhost'

/** The files of a database machine, as docs/operations/high-availability.md has them in /etc/dolph/tls. */
export interface NodeCertificates {
  ca: string
  certificate: string
  key: string
}

interface Owner {
  uid: number
  gid: number
}

/** Makes an authority for the machines of the run, which this process trusts from then on. Returns the folder. */
export async function createAuthority(directory: string): Promise<string> {
  const folder = join(directory, 'authority')
  await mkdir(folder)
  await runOpenssl(folder, [
    ...['req', '-x509', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.crt'],
    ...['-days', DAYS, '-subj', '/CN=authority of this run'],
  ])
  const authority = await readFile(join(folder, 'ca.crt'), 'utf8')
  setDefaultCACertificates([...getCACertificates('default'), authority])
  return folder
}

/** Makes the certificate of a machine: for servers and for clients, with its names and its address. */
export async function createNodeCertificates(
  authority: string,
  { name, host, owner }: { name: string; host: string; owner: Owner },
): Promise<NodeCertificates> {
  const folder = join(authority, name)
  await mkdir(folder)
  const names = [`DNS:${DATABASE_NAME}`, `DNS:${name}`, `IP:${host}`]
  const extensions = `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth,clientAuth\n`
  await writeFile(join(folder, 'extensions'), extensions)
  await runOpenssl(folder, [
    ...['req', '-new', ...NEW_KEY, '-keyout', 'server.key', '-out', 'request'],
    ...['-subj', `/CN=${name}`],
  ])
  await runOpenssl(folder, [
    ...['x509', '-req', '-in', 'request', '-out', 'server.crt', '-days', DAYS],
    ...['-CA', '../ca.crt', '-CAkey', '../ca.key', '-CAcreateserial', '-extfile', 'extensions'],
  ])
  await copyFile(join(authority, 'ca.crt'), join(folder, 'ca.crt'))
  const files = {
    ca: join(folder, 'ca.crt'),
    certificate: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
  }
  for (const file of Object.values(files)) await chown(file, owner.uid, owner.gid)
  await chmod(files.key, 0o600)
  return files
}

async function runOpenssl(folder: string, args: string[]): Promise<void> {
  await runCommand('openssl', args, { cwd: folder })
}

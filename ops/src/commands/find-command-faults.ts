import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminGroups } from '@dolph/api/admin/registry'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { parse } from 'yaml'
import type { DocumentedCommand } from './read-commands.ts'

/** Programs of the system: that they exist is not looked at here. */
const SYSTEM_PROGRAMS = new Set(
  `apt-get aws awk cat certbot chmod chown cp createuser curl cut date df dig dmesg dropdb du echo editor etcdctl export find grep head id install jq kubectl
  ln ls mkdir mv node openssl patronictl pg_basebackup pg_dump pg_upgrade pgbackrest printf promtool psql rclone redis-cli rm rsync runuser scp sed
  set set -a sha256sum sleep sort ssh sudo systemctl sysctl tail tar tc timedatectl top touch tr uniq useradd wc docker journalctl buildah podman . cd createdb git gunzip`.split(
    /\s+/,
  ),
)
/** Units of packages that the guides install. */
const PACKAGE_UNITS = [
  'postgresql',
  'patroni',
  'etcd',
  'haproxy',
  'keepalived',
  'redis-server',
  'cron',
]
const GENERAL_OPTIONS = ['yes', 'json', 'operator', 'help']
const PROGRAM_COMMANDS = {
  api: [],
  worker: [],
  both: [],
  start: [],
  version: [],
  migrate: ['after'],
  'after-restore': ['to', 'yes', 'restored', 'by-hand', 'unnamed', 'installation'],
  config: [],
}
/** Metrics that Node's own collectors and other programs have. */
const FOREIGN_METRICS = /^(?:nodejs_|process_)/
const DOLPH_SCRIPTS = ['deploy/one-box/dolph', 'deploy/systemd/dolph']
const SERVICES = ['api', 'worker', 'proxy', 'postgres', 'redis', 'storage', 'backup']

/** What of a command does not exist: a program, script, file, unit, service, option or metric. */
export function findCommandFaults({ words }: DocumentedCommand): string[] {
  const [program = '', ...args] = words
  return [...findProgramFaults(program, args), ...findFileFaults(words)]
}

function findProgramFaults(program: string, args: string[]): string[] {
  const [first = ''] = args
  if (program === 'dolph' || program === './dolph') return findDolphFaults(args)
  if (program === 'kubectl') return findClusterFaults(args)
  if (program === 'docker' && first === 'compose') return findComposeFaults(args.slice(1))
  if (program === 'pnpm') return findScriptFaults(args)
  if (program === 'node') return args[0]?.endsWith('dolph.ts') ? findDolphFaults(args.slice(1)) : []
  if (program === 'systemctl') return findUnitFaults(args)
  if (program === 'journalctl') return findUnitFaults(readOptionValues(args, ['-u', '--unit']))
  if (program === 'runuser' || program === 'sudo') return findWrappedFaults(args)
  if (program === 'pgbackrest')
    return args.some((each) => each.startsWith('--stanza=')) ? [] : ['pgbackrest needs --stanza']
  if (program === 'etcdctl')
    return args.includes('--cacert') ? [] : ['etcdctl needs the options of TLS']
  if (program === 'patronictl')
    return args.includes('-c') ? [] : ['patronictl needs -c and its settings']
  if (program === 'grep') return findMetricFaults(args)
  if (program.startsWith('./')) return findBoxScriptFaults(program.slice(2))
  if (program.startsWith('deploy/') || program.startsWith('/opt/dolph/')) return []
  return SYSTEM_PROGRAMS.has(program) ? [] : [`there is no program ${program}`]
}

function findDolphFaults(args: string[]): string[] {
  const [command = '', ...rest] = args
  if (command === '' || command.startsWith('<') || command === '…' || command === '--help')
    return []
  if (command === 'admin') return findAdminFaults(rest)
  if (command in PROGRAM_COMMANDS) {
    const known = PROGRAM_COMMANDS[command as keyof typeof PROGRAM_COMMANDS]
    return findOptionFaults(`dolph ${command}`, rest, known)
  }
  const scripts = DOLPH_SCRIPTS.filter((script) => readCases(script).includes(command))
  if (scripts.length === 0) return [`there is no command dolph ${command}`]
  const [service = ''] = rest
  const takesService = ['logs', 'restart'].includes(command) && service !== ''
  return takesService && !SERVICES.includes(service) && !service.startsWith('<')
    ? [`there is no service ${service}`]
    : []
}

function findAdminFaults([groupName = '', commandName = '', ...rest]: string[]): string[] {
  if (groupName === '' || groupName.startsWith('<')) return []
  const group = adminGroups[groupName]
  if (!group) return [`there is no group dolph admin ${groupName}`]
  if (commandName === '' || commandName === '…') return []
  const command = group.commands[commandName]
  if (!command) return [`there is no command dolph admin ${groupName} ${commandName}`]
  const options = [...GENERAL_OPTIONS, ...Object.keys(command.options ?? {})]
  return findOptionFaults(`dolph admin ${groupName} ${commandName}`, rest, options)
}

function findOptionFaults(name: string, args: string[], known: string[]): string[] {
  const options = args.flatMap((each) => /^--([\w-]+)/.exec(each)?.[1] ?? [])
  const unknown = options.filter((option) => option !== 'help' && !known.includes(option))
  return unknown.map((option) => `${name} has no option --${option}`)
}

function findComposeFaults(args: string[]): string[] {
  const files = ['compose.yaml', 'deploy/one-box/compose.yaml']
  const known = new Set(
    files.flatMap((file) => {
      const { services } = parse(readText(file), { merge: true }) as { services: object }
      return Object.keys(services)
    }),
  )
  const [command = '', ...rest] = args
  if (!['logs', 'exec', 'restart', 'run', 'up', 'stop', 'ps'].includes(command)) return []
  const words = rest.filter((each) => /^[a-z][\w-]*$/.test(each))
  const services = ['exec', 'run'].includes(command) ? words.slice(0, 1) : words
  return services.filter((name) => !known.has(name)).map((name) => `compose has no service ${name}`)
}

/** `deployment/api`: what a manifest makes. */
function findClusterFaults(args: string[]): string[] {
  const text = globSync('deploy/kubernetes/**/*.yaml', { cwd: REPOSITORY }).map(readText).join('\n')
  const places = args.flatMap(
    (each) => /^(deploy|deployment|job)\/(?!kubernetes)([\w-]+)$/.exec(each) ?? [],
  )
  if (places.length === 0) return []
  const [place = '', kind = '', name = ''] = places
  const isThere = new RegExp(
    `^kind: ${kind === 'job' ? 'Job' : 'Deployment'}\nmetadata:\n {2}name: ${name}$`,
    'm',
  ).test(text)
  return isThere ? [] : [`the cluster has no ${place}`]
}

function findScriptFaults([name = '', ...rest]: string[]): string[] {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  if (name === 'dolph') return findDolphFaults(rest)
  if (['install', 'exec', '--filter', 'sbom'].includes(name)) return []
  return name in scripts ? [] : [`there is no script pnpm ${name}`]
}

function findUnitFaults(args: string[]): string[] {
  const shipped = globSync('deploy/**/*.{service,timer}', { cwd: REPOSITORY }).map((path) =>
    path.slice(path.lastIndexOf('/') + 1),
  )
  const known = new Set([
    ...shipped.flatMap((name) => [name, name.replace(/\.service$/, '')]),
    ...PACKAGE_UNITS,
  ])
  const names = args.slice(/^[a-z-]+$/.test(args[0] ?? '') && args.length > 1 ? 1 : 0)
  return names
    .filter((name) => /^[a-z]/.test(name) && name !== 'daemon-reload')
    .filter((name) => !known.has(name.replace(/@\w+(?=\.|$)/, '@')))
    .map((name) => `there is no unit ${name}`)
}

/** `runuser -u postgres -- command`, `sudo -u postgres command`. */
function findWrappedFaults(args: string[]): string[] {
  const start = args.includes('--') ? args.indexOf('--') + 1 : args[0] === '-u' ? 2 : 0
  const [program = '', ...rest] = args.slice(start)
  return program === '' ? [] : findProgramFaults(program, rest)
}

function findBoxScriptFaults(name: string): string[] {
  return existsSync(join(REPOSITORY, 'deploy/one-box', name))
    ? []
    : [`there is no script ./${name}`]
}

/** What a runbook looks for in the metrics must be there. */
function findMetricFaults(args: string[]): string[] {
  const pattern = args.find((each) => each.startsWith('^')) ?? ''
  const names = pattern.match(/[a-z]+(?:_[a-z]+)+/g) ?? []
  const source = readSources()
  return names
    .filter((name) => !FOREIGN_METRICS.test(name) && !source.includes(baseOf(name)))
    .map((name) => `no process has the metric ${name}`)
}

/** A histogram is one metric in the program and three in its output. */
function baseOf(name: string): string {
  return name.replace(/_(?:count|sum|bucket)$/, '').replace(/_$/, '')
}

/** Files of the repository that a command names must be there. */
function findFileFaults(words: string[]): string[] {
  const paths = words.flatMap(
    (word) =>
      /(?:^|=|file:\/\/)((?:\/opt\/dolph\/)?(?:deploy|api\/src|docs)\/[\w./*@-]+)/.exec(
        word,
      )?.[1] ?? [],
  )
  return paths
    .map((path) => path.replace('/opt/dolph/', ''))
    .filter((path) => globSync(path, { cwd: REPOSITORY }).length === 0)
    .map((path) => `there is no file ${path}`)
}

function readOptionValues(args: string[], names: string[]): string[] {
  return args.filter((_, index) => names.includes(args[index - 1] ?? ''))
}

/** The commands that a script of `case` lines has. */
function readCases(script: string): string[] {
  const text = readText(script)
  const cases = text.slice(text.indexOf('\ncase $command'))
  return [...cases.matchAll(/^([a-z][\w-]*(?: \| [a-z][\w-]*)*)\)/gm)].flatMap(([, names = '']) =>
    names.split(' | '),
  )
}

let sources: string | undefined
function readSources(): string {
  sources ??= globSync('api/src/**/*.ts', { cwd: REPOSITORY })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(readText)
    .join('\n')
  return sources
}

function readText(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8')
}

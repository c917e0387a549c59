import packageFile from '../package.json' with { type: 'json' }
import { describeFailure } from './platform/describe-failure.ts'

const USAGE = `Usage: dolph <command>
  api | worker | both        starts a process of this role
  start                      starts a process of the role in ROLE
  migrate                    runs the migrations of this release
  migrate --after            removes what only older releases used, once none of them runs
  after-restore --to <time>  repeats on a restored database what was deleted since
  admin <group> <command>    operates this installation; alone, it lists the groups
  config check               connects to everything that the configuration names
  version                    prints the release
`

const [command = '', ...rest] = process.argv.slice(2)

try {
  await runCommand()
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  // Connections that are open already would keep the process running.
  process.exit(1)
}

async function runCommand(): Promise<void> {
  switch (command) {
    case 'start': {
      await import('./main.ts')
      break
    }
    case 'api':
    case 'worker':
    case 'both': {
      process.env['ROLE'] = command
      await import('./main.ts')
      break
    }
    case 'migrate': {
      // It reads its own arguments.
      process.argv.splice(2, 1)
      await import('./platform/db/run-migrate.ts')
      break
    }
    case 'after-restore': {
      process.argv.splice(2, 1)
      await import('./privacy/after-restore/run-after-restore.ts')
      break
    }
    case 'admin': {
      process.exitCode = await runAdminCommand(rest)
      break
    }
    case 'config': {
      process.exitCode = await runAdminCommand([command, ...rest])
      break
    }
    case 'version': {
      process.stdout.write(`${process.env['RELEASE'] || packageFile.version}\n`)
      break
    }
    case 'help':
    case '--help':
    case '-h': {
      process.stdout.write(USAGE)
      break
    }
    default: {
      const unknown = command === '' ? '' : `There is no command ${command}.\n`
      process.stderr.write(unknown + USAGE)
      process.exitCode = 1
    }
  }
}

async function runAdminCommand(argv: string[]): Promise<number> {
  const { readConfig } = await import('./platform/config/config.ts')
  const { openAdminDeps } = await import('./admin/open-admin-deps.ts')
  const { runAdmin } = await import('./admin/run-admin.ts')
  return runAdmin(argv, () => openAdminDeps(readConfig(process.env)), {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  })
}

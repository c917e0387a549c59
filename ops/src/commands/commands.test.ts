import { expect, test } from 'vitest'
import { findCommandFaults } from './find-command-faults.ts'
import { findReason } from './listed-commands.ts'
import { findCommands, findLines, readCommands } from './read-commands.ts'

function findFaults(command: string): string[] {
  return findCommands('page.md', `\`\`\`sh\n${command}\n\`\`\`\n`).flatMap(findCommandFaults)
}

test('everything that a command of the guides and runbooks names exists', () => {
  const commands = readCommands()
  const faults = commands.flatMap((command) =>
    findCommandFaults(command).map((fault) => `${command.file}:${command.line} ${fault}`),
  )
  expect(commands.length).toBeGreaterThan(150)
  expect(faults).toEqual([])
})

test.each([
  ['dolph logs prxoy', 'there is no service prxoy'],
  ['dolph log api', 'there is no command dolph log'],
  ['dolph admin membr show ada', 'there is no group dolph admin membr'],
  ['dolph admin flag off search --not x', 'dolph admin flag off has no option --not'],
  ['docker compose logs --since 10m api | tail', 'compose has no service api'],
  ['systemctl restart dolph-apis', 'there is no unit dolph-apis'],
  ['journalctl -u dolph', 'there is no unit dolph'],
  ['sudo -u postgres pgbackrest info', 'pgbackrest needs --stanza'],
  ['pnpm drll restore', 'there is no script pnpm drll'],
  ['cp deploy/backup/units/* /etc', 'there is no file deploy/backup/units/*'],
  ["dolph ops metrics | grep '^mails_dew'", 'no process has the metric mails_dew'],
  ['kubectl rollout status deployment/apis', 'the cluster has no deployment/apis'],
  ['etcdctl endpoint health', 'etcdctl needs the options of TLS'],
  ['./instal answers', 'there is no script ./instal'],
])('a wrong name is found: %s', (command, fault) => {
  expect(findFaults(command)).toEqual([fault])
})

test('commands are read from blocks and sentences, with their lines, and settings are none', () => {
  const text = [
    'Say `dolph admin flag list`, then:',
    '',
    '```sh',
    'SMTP_URL=smtps://a:b@mail.example',
    'MAIL_FROM=Dolph <no-reply@dolph.example>',
    "A=1 psql -c 'select 1; select 2' | head -n 1 # not this; nor this",
    'cp one \\',
    '  two',
    '```',
  ].join('\n')
  expect(findCommands('page.md', text)).toEqual([
    { file: 'page.md', line: 6, words: ['psql', '-c', 'select 1; select 2'] },
    { file: 'page.md', line: 6, words: ['head', '-n', '1'] },
    { file: 'page.md', line: 7, words: ['cp', 'one', 'two'] },
    { file: 'page.md', line: 1, words: ['dolph', 'admin', 'flag', 'list'] },
  ])
})

test('a loop and what pipes join stay one line, and what cannot run here has a reason', () => {
  const text = [
    '```sh',
    "dolph status; dolph psql -c 'select 1;",
    "  select 2' | head -n 1",
    'curl -s x | while read -r file; do',
    '  echo "$file"; done',
    'systemctl restart dolph-api',
    '```',
  ].join('\n')
  const lines = findLines('page.md', text)
  expect(lines.map((line) => [line.line, line.text, findReason(line)])).toEqual([
    [2, 'dolph status', undefined],
    [2, "dolph psql -c 'select 1;\n  select 2' | head -n 1", undefined],
    [4, 'curl -s x | while read -r file; do\n  echo "$file"; done', undefined],
    [6, 'systemctl restart dolph-api', 'it needs systemd'],
  ])
})

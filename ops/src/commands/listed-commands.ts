import type { DocumentedLine } from './read-commands.ts'

/** Commands that cannot run where the guides are checked, and why. Their names are checked all the same. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:systemctl|journalctl) |^timedatectl/, 'it needs systemd'],
  [/^(?:patronictl|etcdctl|createuser|createdb|tc|scp|ssh) /, 'it needs the machines of the trio'],
  [/^cat \$RENEWED_LINEAGE/, 'certbot calls it with a new certificate'],
  [/^(?:kubectl |ls secrets\/)/, 'it needs a cluster'],
  [
    /^(?:certbot|openssl|dig) |dolph\.example|<domain>|--http3/,
    'it needs a real domain and its certificate',
  ],
  [/\$S3_ENDPOINT|^(?:aws|rclone) /, 'it needs a bucket of a provider'],
  [/^docker /, 'it needs Docker'],
  [/^(?:apt-get|install|useradd|cp|mkdir|ln|editor) /, 'it changes the machine'],
  [/^(?:sha256sum|tar) |^cd |^\.\/install/, '`pnpm drill one-box` and a reader of the page do it'],
  [/^(?:set|export|\.) /, 'it changes the shell of the operator'],
  [/^pnpm (?:drill|chaos|image|release|watch:check|bench)/, 'it is a check of its own'],
  [/^pnpm /, 'it installs, builds or fills a clone'],
  [/^dolph (?:api|start$)/, 'it runs until it is stopped'],
  [/^dolph redis --latency-history/, 'it runs until it is stopped'],
  [/^\.?\/?dolph (?:upgrade|restore|backup)\b/, '`pnpm drill one-box` runs it'],
  [/^dolph after-restore/, '`pnpm drill restore` runs it'],
  [/pgbackrest .*(?:restore|stanza-create|check|backup|info)$/, '`pnpm drill restore` runs it'],
  [/^dmesg /, 'it reads the log of the kernel'],
  [/^dolph admin(?: \w+)?$/, 'it says how it is used'],
  [/…|<group>|<commit/, 'it is a pattern and no command'],
]

/** Why a line is not run, or undefined if it is. */
export function findReason({ commands }: DocumentedLine): string | undefined {
  const texts = commands.map(({ words }) => words.join(' '))
  return REASONS.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1]
}

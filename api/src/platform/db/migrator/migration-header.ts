/** What the comments at the top of a migration ask of the migrator. */
export interface MigrationHeader {
  /** `-- no transaction`: the file is one statement that cannot run in a transaction. */
  isTransactional: boolean
  /** `-- needs 0.3.0`: the upgrade to this version must have been finished before. */
  neededVersion?: string | undefined
  /** `-- after backfill post-languages`: this backfill must be done before. */
  neededBackfill?: string | undefined
}

const HEADER_LINES = /^(?:--[^\n]*\n)*/

export function readMigrationHeader(text: string): MigrationHeader {
  const header = HEADER_LINES.exec(text)?.[0] ?? ''
  return {
    isTransactional: !/^-- no transaction\s*$/m.test(header),
    neededVersion: /^-- needs (?<version>\d+\.\d+\.\d+)\s*$/m.exec(header)?.groups?.['version'],
    neededBackfill: /^-- after backfill (?<name>[\w-]+)\s*$/m.exec(header)?.groups?.['name'],
  }
}

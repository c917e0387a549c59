import type { ExportKind } from '@dolph/contract/exports/exported-data'
import type { Queryable } from '../../platform/db/database.ts'
import type { ExportSection } from './export-section.ts'

/** Everything that a copy of the member's data has, except files. */
export async function readMemberExport(
  db: Queryable,
  sections: readonly ExportSection[],
  memberId: string,
): Promise<Partial<Record<ExportKind, unknown[]>>> {
  const result: Partial<Record<ExportKind, unknown[]>> = {}
  for (const { kind, readBatch } of sections) {
    const items: unknown[] = []
    for (let after: string | null | undefined; after !== null;) {
      const { rows, next } = await readBatch(db, memberId, after ?? null)
      items.push(...rows.map(({ item }) => item))
      after = next
    }
    result[kind] = items
  }
  return result
}

/** The parts of all features. */
export function listExportSections(
  features: readonly { exportMember?: readonly ExportSection[] }[],
): ExportSection[] {
  return features.flatMap(({ exportMember = [] }) => exportMember)
}

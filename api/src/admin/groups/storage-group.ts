import { reconcileStorage } from '../../files/reconcile-storage.ts'
import type { AdminGroup } from '../admin-command.ts'

export const storageGroup: AdminGroup = {
  summary: 'the files of pictures',
  commands: {
    reconcile: {
      summary:
        'Compares the stored files with the pictures in the database. Files older than a day that belong to none are removed; missing files are listed.',
      run: async ({ db, files, onProgress }) => {
        const found = await reconcileStorage({ db, files }, { isRemoving: false, onProgress })
        const lines = describe(found)
        const hasFaults = found.missing.length > 0
        if (found.orphans.length === 0) return { lines, data: found, hasFaults }
        return {
          description: `remove ${found.orphans.length} files that belong to no picture\n${lines.join('\n')}`,
          action: 'operator.storage.reconcile',
          details: { files: found.orphans.length, missing: found.missing.length },
          afterCommit: async () => {
            const done = await reconcileStorage({ db, files }, { isRemoving: true, onProgress })
            return { lines: describe(done), data: done, hasFaults: done.missing.length > 0 }
          },
        }
      },
    },
  },
}

function describe({
  stored,
  orphans,
  missing,
}: Awaited<ReturnType<typeof reconcileStorage>>): string[] {
  return [
    `${stored} files, ${orphans.length} that belong to no picture, ${missing.length} missing`,
    ...missing.map((name) => `  missing: ${name}`),
  ]
}

import { mkdir } from 'node:fs/promises'
import { copyPictures, restorePictures } from '../../features/pictures/copy-pictures.ts'
import { storedExports } from '../../features/exports/stored-exports.ts'
import { messagePictures } from '../../features/messaging/pictures/message-pictures.ts'
import { publicPictures, reconcileStorage } from '../../features/pictures/reconcile-storage.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import type { AdminGroup } from '../admin-command.ts'

const FOLDERS = [publicPictures, messagePictures, storedExports]

export const storageGroup: AdminGroup = {
  summary: 'the files of pictures',
  commands: {
    'copy-to': {
      summary:
        'Copies the pictures into a folder, for a backup. What was deleted stays there for 28 days.',
      args: ['folder'],
      run: async ({ files }, { args }) => {
        const folder = args['folder'] ?? ''
        await mkdir(folder, { recursive: true })
        const copied = await copyPictures(files, openFolderStore(folder))
        return {
          lines: [
            `${copied.copied} pictures copied, ${copied.deleted} deleted since the last copy`,
          ],
          data: copied,
        }
      },
    },
    'copy-from': {
      summary: 'Puts back from such a folder what the storage has lost.',
      args: ['folder'],
      run: async ({ files }, { args }) => ({
        description: `put back the pictures that are in ${args['folder'] ?? ''} and not in the storage`,
        action: 'operator.storage.copy-from',
        afterCommit: async () => {
          const restored = await restorePictures(openFolderStore(args['folder'] ?? ''), files)
          return { lines: [`${restored} pictures put back`], data: { restored } }
        },
      }),
    },
    reconcile: {
      summary:
        'Compares the stored files with the pictures and exports in the database. Files older than a day that belong to none are removed; missing files are listed.',
      run: async ({ db, files, onProgress }) => {
        const found = await reconcileStorage({ db, files }, FOLDERS, {
          isRemoving: false,
          onProgress,
        })
        const lines = describe(found)
        const hasFaults = found.missing.length > 0
        if (found.orphans.length === 0) return { lines, data: found, hasFaults }
        return {
          description: `remove ${found.orphans.length} files that belong to nothing\n${lines.join('\n')}`,
          action: 'operator.storage.reconcile',
          details: { files: found.orphans.length, missing: found.missing.length },
          afterCommit: async () => {
            const done = await reconcileStorage({ db, files }, FOLDERS, {
              isRemoving: true,
              onProgress,
            })
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
    `${stored} files, ${orphans.length} that belong to nothing, ${missing.length} missing`,
    ...missing.map((name) => `  missing: ${name}`),
  ]
}

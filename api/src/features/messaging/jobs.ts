import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { deleteOldVersions } from './changes/delete-old-versions.ts'
import { deleteOrphanedConversations } from './conversations/leave-conversations.ts'
import {
  deleteOldMessagePictures,
  listMessagePictureFileNames,
  removeMessagePictureJob,
} from './pictures/message-pictures.ts'
import { deleteExpiredMessageKeys } from './sending/message-keys.ts'

export const deleteOrphanedConversationsJob = defineJob(
  'delete-orphaned-conversations',
  z.object({}),
)
const deleteExpiredMessageKeysJob = defineJob('delete-expired-message-keys', z.object({}))
const deleteOldVersionsJob = defineJob('delete-old-message-versions', z.object({}))
const deleteOldMessagePicturesJob = defineJob('delete-old-message-pictures', z.object({}))

export const messageJobs = [
  /** Retried for days while storage is unavailable. */
  handleJob(removeMessagePictureJob, async ({ key, width, height }, { files }) =>
    files.remove(listMessagePictureFileNames(key, { width, height })),
  ),
  handleJob(deleteOldMessagePicturesJob, async (_, { db }) => deleteOldMessagePictures(db), {
    cron: '47 * * * *',
  }),
  handleJob(deleteOrphanedConversationsJob, async (_, { db }) => deleteOrphanedConversations(db), {
    cron: '41 3 * * *',
  }),
  handleJob(deleteExpiredMessageKeysJob, async (_, { db }) => deleteExpiredMessageKeys(db), {
    cron: '17 3 * * *',
  }),
  handleJob(deleteOldVersionsJob, async (_, { db }) => deleteOldVersions(db), {
    cron: '23 3 * * *',
  }),
]

import { z } from 'zod'
import { defineFeature } from '../../platform/define-feature.ts'
import { roomExport } from './export-rooms.ts'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { createTeamRooms } from './create-team-rooms.ts'
import { deleteUnreadableRooms, repeatRoomDeletion } from './delete-rooms.ts'
import { lockSharedRooms } from './lock-shared-rooms.ts'
import { createRoomSocket } from './room-socket.ts'
import { roomRoutes } from './routes.ts'
import { roomSubscribers } from './subscribers.ts'

const deleteUnreadableRoomsJob = defineJob('delete-unreadable-rooms', z.object({}))

/** The conversation of each team. A member's rows go by a foreign key; what they wrote stays with the team, without their name. */
export const rooms = defineFeature({
  name: 'rooms',
  needs: {
    api: ['accounts', 'messaging', 'pictures', 'posts', 'projects', 'safety'],
    web: ['accounts', 'messaging', 'moderation', 'projects'],
  },
  routes: roomRoutes,
  socket: createRoomSocket,
  backfills: [createTeamRooms],
  events: roomSubscribers,
  jobs: [
    handleJob(deleteUnreadableRoomsJob, async (_, { db }) => deleteUnreadableRooms(db), {
      cron: '51 3 * * *',
    }),
  ],
  lockPair: lockSharedRooms,
  repeatErasures: { room: repeatRoomDeletion },
  exportMember: roomExport,
})

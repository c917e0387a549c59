import type { AdminGroup } from './admin-command.ts'
import { backfillGroup } from './groups/backfill-group.ts'
import { checkGroup } from './groups/check-group.ts'
import { configGroup } from './groups/config-group.ts'
import { eventsGroup } from './groups/events-group.ts'
import { flagGroup } from './groups/flag-group.ts'
import { jobsGroup } from './groups/jobs-group.ts'
import { mailGroup } from './groups/mail-group.ts'
import { memberGroup } from './groups/member-group.ts'
import { searchGroup } from './groups/search-group.ts'
import { staffGroup } from './groups/staff-group.ts'
import { storageGroup } from './groups/storage-group.ts'

/** Every group of `dolph admin`. A new group is a file in `groups/` and a line here. */
export const adminGroups: Readonly<Record<string, AdminGroup>> = {
  member: memberGroup,
  staff: staffGroup,
  mail: mailGroup,
  jobs: jobsGroup,
  events: eventsGroup,
  search: searchGroup,
  storage: storageGroup,
  flag: flagGroup,
  backfill: backfillGroup,
  check: checkGroup,
  config: configGroup,
}

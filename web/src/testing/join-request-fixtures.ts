import type { JoinRequest } from '@dolph/contract/join-requests'
import type { Role } from '@dolph/contract/roles'
import { QUIET_MAP } from './notification-fixtures.ts'
import { createViewerFixture } from './viewer-fixtures.ts'

export const BO = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'bo',
  profilePicture: '',
}
/** The member of `createViewerFixture`. */
export const ADA = {
  _id: createViewerFixture()._id,
  userName: createViewerFixture().userName,
  profilePicture: '',
}

const ROLE = { _id: '0198c5a0-0000-7000-8000-0000000000aa', title: 'Map maker' }

/** By default bo asks to join a project of ada, who has three days to answer. */
export function createJoinRequestFixture(fields: Partial<JoinRequest> = {}): JoinRequest {
  return {
    _id: '0198c5a0-0000-7000-8000-000000000101',
    role: ROLE,
    post: QUIET_MAP,
    person: BO,
    owner: ADA,
    fromOwner: false,
    note: 'I have drawn maps for ten years and like quiet ones.',
    hours: 6,
    state: 'waiting',
    reason: null,
    answer: '',
    dueAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    answeredAt: null,
    createdAt: '2026-11-10T12:00:00.000Z',
    fit: {
      score: 88,
      obstacles: { mustSkills: [], reward: false },
      skills: { had: ['React'], missing: ['Docker'], points: 25 },
      hours: { offered: 6, points: 25 },
      topics: { shared: [], points: 8 },
      zone: { apart: 2, points: 10 },
    },
    canAnswer: true,
    canWithdraw: false,
    ...fields,
  }
}

/** What ada asked bo for. */
export function createSentRequestFixture(fields: Partial<JoinRequest> = {}): JoinRequest {
  return createJoinRequestFixture({
    person: ADA,
    owner: BO,
    canAnswer: false,
    canWithdraw: true,
    fit: null,
    ...fields,
  })
}

export function createRoleFixture(fields: Partial<Role> = {}): Role {
  return {
    ...ROLE,
    about: '',
    skills: ['React', 'Docker'],
    mustSkills: [],
    hours: { from: 4, to: 8 },
    term: 'months',
    zone: null,
    zoneSpread: null,
    reward: 'unpaid',
    rewardNote: '',
    seats: 1,
    post: QUIET_MAP._id,
    state: 'open',
    filled: 0,
    isQuiet: false,
    confirmedOn: '2026-11-10',
    createdAt: '2026-11-10T12:00:00.000Z',
    joinRequest: null,
    fit: createJoinRequestFixture().fit,
    ...fields,
  }
}

import type { Fit } from '@dolph/contract/fit'
import type { Role, RolePost } from '@dolph/contract/roles'

export function createRoleFixture(fields: Partial<Role> = {}): Role {
  return {
    _id: '01932dad-55f0-7c01-9923-d974d6c5fd01',
    post: '01932dad-55f0-7c01-9923-d974d6c5fc01',
    title: 'Frontend developer',
    about: '',
    skills: ['React', 'Docker'],
    mustSkills: ['React'],
    hours: { from: 4, to: 8 },
    term: 'months',
    zone: 'Europe/Berlin',
    zoneSpread: 3,
    reward: 'unpaid',
    rewardNote: '',
    seats: 1,
    state: 'open',
    filled: 0,
    isQuiet: false,
    confirmedOn: '2026-01-02',
    createdAt: '2026-01-02T03:04:05.678Z',
    joinRequest: null,
    fit: null,
    ...fields,
  }
}

/** A member with one of the two skills of `createRoleFixture`, six hours and a clock two hours away. */
export function createFitFixture(fields: Partial<Fit> = {}): Fit {
  return {
    score: 68,
    obstacles: { mustSkills: [], reward: false },
    skills: { had: ['React'], missing: ['Docker'], points: 25 },
    hours: { offered: 6, points: 25 },
    topics: { shared: [], points: 8 },
    zone: { apart: 2, points: 10 },
    ...fields,
  }
}

export function createRolePostFixture(fields: Partial<RolePost> = {}): RolePost {
  return {
    _id: '01932dad-55f0-7c01-9923-d974d6c5fc01',
    title: 'Tide',
    type: 'showcase',
    user: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc02', userName: 'ada', profilePicture: '' },
    state: 'building',
    topics: [],
    ...fields,
  }
}

import type { SampleMember } from './sample-data.ts'

const NO_LINKS = { github: '', website: '', socialLinks: [] }

/** Members without posts: the moderator, and a member whom others report. */
export const SILENT_MEMBERS: SampleMember[] = [
  {
    username: 'mia',
    firstName: 'Mia',
    lastName: 'Brandt',
    profile: {
      ...NO_LINKS,
      bio: 'I look at what members report, and write back why.\n\nWhen I build: rarely, and mostly shelves.',
      skills: ['Accessibility', 'SQL'],
      location: 'Graz',
    },
  },
  {
    username: 'growth_desk',
    firstName: 'Growth',
    lastName: 'Desk',
    profile: {
      ...NO_LINKS,
      bio: 'Official partner of Dolph. Guaranteed users for your project, in one week.',
      skills: ['Growth'],
      location: '',
    },
  },
]

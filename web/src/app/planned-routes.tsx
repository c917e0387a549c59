import { planned } from './planned.tsx'

/** Pages still to be built. A page that gets built moves to router.tsx. */
export const plannedPublicRoutes = [
  planned('/', {
    title: 'Home',
    heading: 'Show what you build, find who to build it with',
    purpose:
      'Developers share projects here to gain users and feedback, find collaborators, and propose ideas. The landing page will show how in three steps.',
  }),
  planned('/about', {
    title: 'About Us',
    purpose:
      'Here you will read what Dolph is for, the five principles in its name, and how it began.',
  }),
  planned('/contact', {
    title: 'Contact',
    purpose:
      'Here you will find the e-mail address of our support, who answer within 24–48 hours on business days.',
  }),
  planned('/community-guidelines', {
    title: 'Community Guidelines',
    purpose: 'Here you will read how members treat each other and each other’s work.',
  }),
  planned('/privacy', {
    title: 'Privacy Policy',
    purpose: 'Here you will read what we store about you, why, and how to have it removed.',
  }),
  planned('/terms', {
    title: 'Terms of Service',
    purpose: 'Here you will read the terms of using Dolph. Members must be at least 13.',
  }),
  planned('/cookies', {
    title: 'Cookie Policy',
    purpose: 'Here you will read which cookies Dolph sets and what each is for.',
  }),
  planned('/help', {
    title: 'Help Center',
    purpose: 'Here you will search answers about projects, collaboration and your account.',
  }),
]

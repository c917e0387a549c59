import type { RouteObject } from 'react-router'
import { createStaticPageRoute } from '../../lib/routes/page-route.ts'

/** Public pages about Dolph: help and policies. */
export const siteRoutes: RouteObject[] = [
  createStaticPageRoute(
    '/about',
    {
      title: 'About Us',
      description:
        'What Dolph is for, the five principles in its name, how it started with a student, and how it works.',
    },
    async () => (await import('./about-page.tsx')).AboutPage,
  ),
  createStaticPageRoute(
    '/contact',
    {
      title: 'Contact',
      description:
        'Write to the support of Dolph by email. We answer within 24–48 hours on business days.',
    },
    async () => (await import('./contact-page.tsx')).ContactPage,
  ),
  createStaticPageRoute(
    '/help',
    {
      title: 'Help Center',
      description: 'Answers about signing up, projects, collaboration, messages and your account.',
    },
    async () => (await import('./help/help-page.tsx')).HelpPage,
  ),
  createStaticPageRoute(
    '/community-guidelines',
    {
      title: 'Community Guidelines',
      description: 'How members of Dolph treat each other and each other’s work.',
    },
    async () => (await import('./legal/community-guidelines-page.tsx')).CommunityGuidelinesPage,
  ),
  createStaticPageRoute(
    '/privacy',
    {
      title: 'Privacy Policy',
      description:
        'What Dolph stores about you, why, who can see it, and how to have it removed. No trackers.',
    },
    async () => (await import('./legal/privacy-policy-page.tsx')).PrivacyPolicyPage,
  ),
  createStaticPageRoute(
    '/terms',
    {
      title: 'Terms of Service',
      description: 'The terms of using Dolph, in plain words. Members must be at least 13.',
    },
    async () => (await import('./legal/terms-of-service-page.tsx')).TermsOfServicePage,
  ),
  createStaticPageRoute(
    '/cookies',
    {
      title: 'Cookie Policy',
      description: 'Every cookie and every entry that Dolph keeps in your browser, one by one.',
    },
    async () => (await import('./legal/cookie-policy-page.tsx')).CookiePolicyPage,
  ),
]

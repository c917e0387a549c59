import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { MailLink, SUPPORT_ADDRESS } from '../support.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import {
  COOKIE_ENTRIES,
  CACHE_ENTRIES,
  SESSION_STORAGE_ENTRIES,
  LOCAL_STORAGE_ENTRIES,
} from './storage-entries.ts'
import { StorageTable } from './storage-table.tsx'

export function CookiePolicyPage() {
  return (
    <LegalPage
      title="Cookie Policy"
      lead="Everything that Dolph keeps in your browser, one by one. All of it is ours, and none of it follows you around."
      version="2026-11-19"
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'no-banner',
    title: 'Why there is no cookie banner',
    body: (
      <>
        <p>
          Dolph keeps only what is needed to log you in, to protect your forms and to remember what
          you chose or typed. There are no cookies for advertising or statistics, and none of other
          companies. So there is nothing to ask your consent for.
        </p>
        <p>If you only look around, you usually get no cookie at all.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          They are sent only to Dolph and only over an encrypted connection, which is what{' '}
          <code>__Host-</code> in their names stands for. (On a developer’s own machine, without
          encryption, the names lack it.)
        </p>
        <StorageTable caption="Cookies" rows={COOKIE_ENTRIES} />
      </>
    ),
  },
  {
    id: 'local-storage',
    title: 'Local storage',
    body: (
      <>
        <p>
          Entries that your browser keeps for our pages. They are never sent to us by themselves. A
          choice is only there once you have made it.
        </p>
        <StorageTable caption="Entries in local storage" rows={LOCAL_STORAGE_ENTRIES} />
      </>
    ),
  },
  {
    id: 'session-storage',
    title: 'Session storage',
    body: (
      <>
        <p>The same for one tab. The browser forgets it when you close the tab.</p>
        <StorageTable caption="Entries in session storage" rows={SESSION_STORAGE_ENTRIES} />
      </>
    ),
  },
  {
    id: 'offline',
    title: 'For reading without a connection',
    body: (
      <>
        <p>
          Once you are logged in, a small program of ours, a service worker, keeps what you have
          read in your browser. If you only look around, you have none of it. If your session ends
          while you have no connection, it stays readable on this device until you are connected
          again: on a shared computer, log out.
        </p>
        <StorageTable caption="Entries in the cache for apps" rows={CACHE_ENTRIES} />
      </>
    ),
  },
  {
    id: 'cache',
    title: 'The browser’s cache',
    body: (
      <p>
        Like every website, Dolph lets your browser keep copies of its own files and of members’
        pictures, so that they need not be fetched again. They are not used to recognise you.
      </p>
    ),
  },
  {
    id: 'google-cookies',
    title: 'When you sign in with Google or GitHub',
    body: (
      <p>
        Then you visit Google’s or GitHub’s own page, where their rules and cookies hold. Nothing of
        theirs is loaded on ours.
      </p>
    ),
  },
  {
    id: 'control',
    title: 'What you can do',
    body: (
      <>
        <p>
          Logging out removes the session, its signs, all your drafts and what you have read from
          the device. In your browser’s settings you can delete or forbid everything listed here.
          Without cookies you can read public pages but not log in; without storage you can use
          everything, but choices and drafts last only as long as the page.
        </p>
        <p>
          What we store on our side is in the <TextLink to="/privacy">Privacy Policy</TextLink>.
          Questions go to <MailLink address={SUPPORT_ADDRESS} />.
        </p>
      </>
    ),
  },
]

/** One entry that Dolph stores in the browser. */
export interface StorageEntry {
  name: string
  purpose: string
  retention: string
}

/** Cookies, with their names over HTTPS. */
export const COOKIE_ENTRIES: readonly StorageEntry[] = [
  {
    name: '__Host-sid',
    purpose:
      'Keeps you logged in. A random number that says nothing about you; scripts cannot read it. Set when you log in.',
    retention:
      'for 30 days at most; it stops working after 7 days without use, and when you log out',
  },
  {
    name: '__Host-signed-in',
    purpose:
      'Tells the page that somebody is logged in, so that it need not ask the server for every visitor. Its value is 1 and opens nothing.',
    retention: 'for 30 days, or until you log out',
  },
  {
    name: '__Host-device',
    purpose:
      'Recognizes a browser that has logged in to your account before, so that wrong passwords typed by strangers do not keep you out. A random number, new each time you log in; scripts cannot read it, and it logs nobody in.',
    retention: 'for 180 days after you last logged in',
  },
  {
    name: '__Host-begun-sign-in',
    purpose:
      'Holds the place while you type the code of your authenticator app at log-in. A random number; scripts cannot read it.',
    retention: 'for 5 minutes, or until you are logged in',
  },
  {
    name: '__Host-sign-up',
    purpose:
      'Recognizes the browser in which you signed up, so that only your own code works there. A random number; scripts cannot read it.',
    retention: 'for 24 hours, or until your email address is verified',
  },
  {
    name: '__Host-visitor',
    purpose:
      'Protects the forms you send without being logged in, such as a forgotten password, from being sent by other sites in your name. A random number; set when such a form needs it.',
    retention: 'until you close the browser',
  },
  {
    name: '__Host-google',
    purpose:
      'Holds the thread while you go to Google to sign in and come back, and then while you choose a username.',
    retention: 'for 10 minutes on the way, then for 30 minutes until a username is chosen',
  },
  {
    name: '__Host-github',
    purpose: 'The same while you go to GitHub, to sign in or to connect your account.',
    retention: 'for 10 minutes on the way, then for 30 minutes until a username is chosen',
  },
  {
    name: '__Host-auth-success',
    purpose:
      'Tells the login page, once, that signing in with Google or GitHub went well. Its value is 1.',
    retention: 'for 60 seconds at most',
  },
  {
    name: '__Host-position',
    purpose:
      'Makes sure that you find what you have just changed, also in another tab. It says how much the database had written by then and nothing about you; scripts cannot read it.',
    retention: 'for 60 seconds after your last change',
  },
]

/** Entries in local storage, which outlive the tab. */
export const LOCAL_STORAGE_ENTRIES: readonly StorageEntry[] = [
  {
    name: 'theme',
    purpose: 'Light or dark, if you have chosen one in the header.',
    retention: 'until you choose the system’s own again',
  },
  {
    name: 'posts-view',
    purpose: 'Whether you like projects as a grid or as a list.',
    retention: 'until you clear it in your browser',
  },
  {
    name: 'editor-font',
    purpose: 'That you write the texts of posts in a monospace font.',
    retention: 'until you switch it off',
  },
  {
    name: 'message-sound',
    purpose: 'That you have switched the sound of new messages off.',
    retention: 'until you switch it on again',
  },
  {
    name: 'single-keys',
    purpose: 'That you have switched single-key shortcuts off.',
    retention: 'until you switch them on again',
  },
  {
    name: 'last-member',
    purpose:
      'Your member number, name and picture, so that the header still knows you when the server does not answer.',
    retention: 'until you log out, or your session ends',
  },
  {
    name: 'draft:…',
    purpose:
      'What you have typed and not sent: a post, a comment, a reply, a message, a change of your profile, and messages and comments that are on their way. One entry for each, under your member number.',
    retention: 'until it is sent or discarded, or you log out on this device',
  },
]

/** Entries that the service worker stores once a member is signed in. */
export const CACHE_ENTRIES: readonly StorageEntry[] = [
  {
    name: 'seen:…',
    purpose:
      'What you last read as a member, so that you can read it again without a connection: posts, comments, profiles, conversations and pictures. Named for your member number; nobody else who logs in gets it.',
    retention:
      'for 7 days, and 200 pages and pictures of each kind at most; until you log out, delete your account, or somebody else logs in',
  },
  {
    name: 'workbox-precache-…',
    purpose:
      'The program of the pages, the same for everybody. With it Dolph opens without a connection.',
    retention: 'until the next version of Dolph, or until you clear it in your browser',
  },
  {
    name: 'assets',
    purpose:
      'Parts of the program that are seldom needed or belong to an earlier version. A list of their names is in a database called workbox-expiration.',
    retention: 'for 30 days',
  },
]

/** Entries in session storage, which end with the tab. */
export const SESSION_STORAGE_ENTRIES: readonly StorageEntry[] = [
  {
    name: 'auth',
    purpose: 'The same sign as the cookie signed-in, for this tab. Its value is true.',
    retention: 'until you log out or close the tab',
  },
  {
    name: 'next',
    purpose: 'The page you wanted to see when you went to Google or GitHub to sign in.',
    retention: 'until you are back, or close the tab',
  },
  {
    name: 'verification',
    purpose:
      'The email address that you are verifying, and when you can ask for another code, so that a reload does not lose the step.',
    retention: 'until the address is verified, or you close the tab',
  },
  {
    name: 'remix-router-transitions',
    purpose: 'Which pages you opened from a card, so that Back moves the picture back into it.',
    retention: 'until you close the tab or log out',
  },
  {
    name: 'react-router-scroll-positions',
    purpose: 'How far you had scrolled on each page, so that Back returns you there.',
    retention: 'until you close the tab or log out',
  },
]

import { RESPONSE_TIME, SUPPORT_ADDRESS } from '../support.tsx'

export type Topic = 'getting-started' | 'projects' | 'collaboration' | 'account' | 'contact'

/** A link in an answer: to a page of the site or a mailto URL. */
export interface AnswerLink {
  text: string
  to: string
}

type Paragraph = readonly (string | AnswerLink)[]

export interface Question {
  /** Hash of its URL. Never change it: other sites may link to it. */
  id: string
  topic: Topic
  question: string
  answer: readonly Paragraph[]
  /** Synonyms for the search. */
  keywords: string
}

const SETTINGS_LINK: AnswerLink = { text: 'Settings', to: '/settings' }
const GUIDELINES_LINK: AnswerLink = { text: 'Community Guidelines', to: '/community-guidelines' }
const MESSAGES_LINK: AnswerLink = { text: 'Messages', to: '/messages' }

export const QUESTIONS: readonly Question[] = [
  {
    id: 'create-account',
    topic: 'getting-started',
    question: 'How do I create an account?',
    answer: [
      [
        'Go to ',
        { text: 'Sign up', to: '/signup' },
        ', fill in your name, email address, a username and a password, and enter the six digits that we email to you. The code is valid for 10 minutes; the link in the same email works for 24 hours. Or choose “Sign in with Google” or “Sign in with GitHub”, and then only a username.',
      ],
      [
        'If no email arrives, check your spam folder, then ask for a new code on the same page. You must be at least 13.',
      ],
      [
        'You can ',
        { text: 'browse projects', to: '/browse' },
        ' without an account. You need one to read comments and profiles, to post, and to write to people.',
      ],
    ],
    keywords:
      'register registration join start email verify verification code google github visitor age',
  },
  {
    id: 'share-project',
    topic: 'projects',
    question: 'How do I share a project, and change it later?',
    answer: [
      [
        'Choose ',
        { text: 'Create Post', to: '/posts/create' },
        ' at the top. A project has a title of up to 100 characters, a type, a description of up to 5,000 characters in Markdown, and, if you like, links to GitHub, a live demo and the project’s own page. The preview shows how it will look. What you have typed stays on your device until you send it.',
      ],
      [
        'Everything you posted is in ',
        { text: 'My Posts', to: '/my-posts' },
        '. There you can edit a project in place or delete it. A deleted project cannot be brought back.',
      ],
    ],
    keywords:
      'create new post publish edit update delete remove draft markdown github demo link title',
  },
  {
    id: 'find-collaborators',
    topic: 'collaboration',
    question: 'How do I find people to build with?',
    answer: [
      [
        'If you have a project, post it and add a role: which skills, how many hours a week, and what they would do. If you want to help, say on your profile that you are open to join.',
      ],
      [
        'Or go and look: ',
        { text: 'the open roles', to: '/roles' },
        ' show how well they fit you. Choose Ask to join, and the owner has a date to answer by. Owners find ',
        { text: 'people', to: '/people' },
        ' by skills and hours, and can invite those who are open to join.',
      ],
      [
        'A profile with skills, links and a few words about you gets more answers than an empty one.',
      ],
    ],
    keywords:
      'contributors contribute team partner collaborator join help wanted role roles open invite request type filter profile skills',
  },
  {
    id: 'messages',
    topic: 'collaboration',
    question: 'How do messages work?',
    answer: [
      [
        'Open ',
        MESSAGES_LINK,
        ' and type at least two letters of a username, or use the button Message on a profile. Messages arrive at once. Below yours you see whether it was delivered and read; if it could not be sent, it says Failed, and Retry gives you the text back.',
      ],
      [
        'Put code between backticks, three of them for a block of it; lists, quotes and **bold** work too. Pictures are chosen, pasted or dropped on the field; only those who can read the message see them. The button ⋯ on a message has reactions and Reply, and lets you edit your own for 24 hours or delete it for everyone at any time. The magnifying glass searches a whole conversation. The sound can be switched off above the list. Deleting a conversation removes it for you only; if the other person writes again, it comes back without the old messages.',
      ],
      [
        'Every team has a room, above your conversations. Everyone on the team reads it, and the button with the people shows who that is. You read what is written after you joined, or from where an owner opened the history. Type @ and a name to notify one of them. Mute it, or leave the team; your messages stay with the team.',
      ],
      [
        'If someone bothers you, choose Block or Mute in the menu ⋯ above the conversation, or on one of their projects, comments or their profile. Block closes messages and comments between the two of you, in both directions, and hides what they write; Mute only hides it. In the room of a larger team their messages are folded. They are not told. Both can be undone in Settings, under ',
        { text: 'Blocked and muted', to: '/settings/ignored' },
        '.',
      ],
    ],
    keywords:
      'chat conversation write inbox send delivered read receipt typing sound notification delete search block unblock mute unmute hide ignore room team group channel history leave mention @ code markdown backtick reply quote answer',
  },
  {
    id: 'password',
    topic: 'account',
    question: 'I forgot my password, or want another one. What now?',
    answer: [
      [
        'If you cannot log in, ask for a link on ',
        { text: 'Forgot password', to: '/forgot-password' },
        '. It works once, for one hour, and logs you out everywhere. After five wrong passwords, wait five minutes and try again.',
      ],
      [
        'If you are logged in, go to ',
        SETTINGS_LINK,
        ' and choose Change Password. We email you a code to be sure that it is you. Your other devices are logged out.',
      ],
      [
        'If you sign in with Google or GitHub, you have no Dolph password. In your ',
        SETTINGS_LINK,
        ' you can connect GitHub, add a passkey, or set up an authenticator app. Lost your phone? Use another way or a recovery code. Without one, write to us.',
      ],
    ],
    keywords:
      '2fa passkey phone reset login log in sign in locked change password security code google github',
  },
  {
    id: 'delete-account',
    topic: 'account',
    question: 'How do I change my email address, stop emails, or delete my account?',
    answer: [
      [
        'For another email address, edit your ',
        { text: 'profile', to: '/profile' },
        '. We ask first for your password, a passkey, or a sign-in with Google, or for a code that we email if you sign in with GitHub. It changes once you open the link we send to the new address. The old address gets a link that undoes the change for seven days.',
      ],
      [
        'Comments on your projects, replies, moderation decisions and unread messages are also emailed if you have not seen them: after ten minutes, or after an hour for messages. Switch each kind on or off in Settings, under ',
        { text: 'Notifications', to: '/settings/notifications' },
        ', or choose Unsubscribe at the end of an email, which needs no login. The bell at the top shows the same, and likes. To silence a single project, choose Mute this project in its menu ⋯. Emails about the security of your account are always sent.',
      ],
      [
        'To take a copy of your data with you, go to ',
        SETTINGS_LINK,
        ' and choose Make a copy of my data. We write to you when it can be downloaded, which is for seven days.',
      ],
      [
        'To delete your account, go to ',
        SETTINGS_LINK,
        ' and choose Delete Account. You confirm with your password, by signing in with Google once more, or with an emailed code if you sign in with GitHub. Profile, posts, comments and likes are deleted. Messages stay with the people you wrote to, without your name. It cannot be undone; what exactly happens is in the ',
        { text: 'Privacy Policy', to: '/privacy#deletion' },
        '.',
      ],
    ],
    keywords:
      'email mail address close remove leave gdpr data copy export download archive takeout privacy settings notification notifications bell badge unsubscribe newsletter stop',
  },
  {
    id: 'contact-support',
    topic: 'contact',
    question: 'How do I reach you, or report something?',
    answer: [
      [
        'Write to ',
        { text: SUPPORT_ADDRESS, to: `mailto:${SUPPORT_ADDRESS}` },
        `. We answer within ${RESPONSE_TIME}.`,
      ],
      [
        'If a post, a comment, a message or a profile is wrong, choose Report in its menu ⋯, say why and, if you like, block the member in the same step. With a message, the ten before it are sent along. The other person never learns who it was. A moderator looks at it, usually within a day, and you hear what came of it.',
      ],
      [
        'If something of yours was hidden or closed, ',
        { text: 'Moderation history', to: '/settings/decisions' },
        ' says which rule it was, why and until when. You may object once, within 30 days.',
      ],
      [
        'What is allowed and what is not is in the ',
        GUIDELINES_LINK,
        '. What to put in an email, and where to report a security problem, is on the page ',
        { text: 'Contact', to: '/contact' },
        '.',
      ],
    ],
    keywords:
      'support help email abuse spam scam harassment report bug problem feedback moderator decision hidden suspended appeal objection rule',
  },
]

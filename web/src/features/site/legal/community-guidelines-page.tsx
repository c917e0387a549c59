import { MailLink, RESPONSE_TIME, SUPPORT_ADDRESS } from '../support.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function CommunityGuidelinesPage() {
  return (
    <LegalPage
      title="Community Guidelines"
      lead="How we treat each other and each other’s work. They hold for posts, comments, profiles, pictures and messages alike."
      version="2026-11-15"
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'own-work',
    title: 'Show your own work',
    body: (
      <>
        <p>
          Post what you made or had a part in. If others made it with you, say so. If it builds on
          somebody else’s project, link to it and keep to its licence.
        </p>
        <p>One post for one project. When there is news, change the post or comment on it.</p>
      </>
    ),
  },
  {
    id: 'true',
    title: 'Say what is true',
    body: (
      <ul>
        <li>
          Choose the type that fits. Showcase is for work that runs; an idea is a Project Idea, and
          no worse for it.
        </li>
        <li>
          If you are looking for contributors, say what you need, how much time it takes, and
          whether anybody is paid.
        </li>
        <li>Links lead where they say. A demo is a demo, and not a download or a sign-up trap.</li>
        <li>Do not pose as another person, a company or as us.</li>
      </ul>
    ),
  },
  {
    id: 'feedback',
    title: 'Criticise the work, not the person',
    body: (
      <>
        <p>
          People come here for honest feedback. Say what does not work, where you saw it and, if you
          know, what would be better. Leave out what the author is like.
        </p>
        <p>Beginners are welcome. Everybody’s first project looks like one.</p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Messages are conversations',
    body: (
      <>
        <p>
          Write to somebody because of what they do, and say why. Do not send the same text to many,
          do not advertise, and do not go on when there is no answer or when it is no.
        </p>
        <p>
          What somebody wrote to you alone stays between you, unless it is a threat or you need to
          show it to us.
        </p>
      </>
    ),
  },
  {
    id: 'not-here',
    title: 'What has no place here',
    body: (
      <ul>
        <li>Insults, threats, harassment, and contempt for people because of who they are.</li>
        <li>Sexual content, and anything that endangers or sexualises minors.</li>
        <li>
          Other people’s private data: addresses, phone numbers, passwords, keys, private messages.
        </li>
        <li>
          Malware, phishing, stolen code or accounts, and projects made to harm others. Security
          research is welcome when it is made and shown with care.
        </li>
        <li>
          Spam: repeated posts, bought or traded likes, many accounts for one person’s projects.
        </li>
        <li>Whatever the law forbids.</li>
      </ul>
    ),
  },
  {
    id: 'report',
    title: 'When something is wrong',
    body: (
      <>
        <p>
          Write to <MailLink address={SUPPORT_ADDRESS} /> with the address of the post or profile,
          or a copy of the message, and a sentence about what is wrong. There is no report button
          and no way to block somebody yet, so this mail is the way. We answer within{' '}
          {RESPONSE_TIME}. We do not tell the other person who wrote to us.
        </p>
        <p>
          You can delete a conversation at any time, and delete comments of your own. If somebody is
          in danger, call the emergency services first.
        </p>
      </>
    ),
  },
  {
    id: 'consequences',
    title: 'What we do about it',
    body: (
      <>
        <p>
          A person looks at what was reported; no program decides. Depending on how grave it is and
          whether it happened before, we ask you to change something, remove it, or close the
          account. Threats, malware and content that endangers minors go at once.
        </p>
        <p>
          If you think that we were wrong, answer our mail and say why. We look at it again, and say
          so when we made a mistake.
        </p>
      </>
    ),
  },
]

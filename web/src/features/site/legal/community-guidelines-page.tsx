import { MailLink, RESPONSE_TIME, SUPPORT_ADDRESS } from '../support.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function CommunityGuidelinesPage() {
  return (
    <LegalPage
      title="Community Guidelines"
      lead="How we treat each other and each other’s work. They apply to posts, comments, profiles, pictures and messages alike."
      version="2026-11-16"
      sections={SECTIONS}
    />
  )
}

/** The names are those that decisions quote; a test compares them with the contract. */
const RULES = [
  {
    name: 'No spam',
    text: 'No repeated posts, no advertising, no bought or traded likes, no second account for the same projects.',
  },
  {
    name: 'No scams',
    text: 'Nobody asks for money, passwords or free work under a false name. No phishing and no malware. Security research is welcome when it is made and shown with care.',
  },
  {
    name: 'No harassment',
    text: 'No insults, no threats, no pursuit, no private data of others: addresses, phone numbers, keys, messages.',
  },
  { name: 'No hate', text: 'No contempt for people because of who they are.' },
  {
    name: 'Nothing sexual',
    text: 'No sexual content, and nothing that endangers or sexualises minors.',
  },
  { name: 'Be yourself', text: 'Do not pose as another person, a company or as us.' },
  {
    name: 'Nothing unlawful',
    text: 'No stolen code or accounts, nothing that is not yours to give, nothing that the law forbids.',
  },
  {
    name: 'Be decent',
    text: 'For what no rule foresees: what makes this a worse place for the others.',
  },
] as const

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
    id: 'rules',
    title: 'The rules',
    body: (
      <>
        <p>A decision always names one of these.</p>
        <ul>
          {RULES.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}.</strong> {text}
            </li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'report',
    title: 'When something is wrong',
    body: (
      <>
        <p>
          Choose Report in the menu ⋯ of a post, a comment, a conversation or a profile, say what is
          wrong, and add a note if it helps. You can block the member in the same step. With a
          message, the ten before it are sent along. We do not tell the other person who reported.
        </p>
        <p>
          You can also block or mute a member without a report. Blocking closes messages and
          comments between the two of you and hides what they write; muting only hides it. They are
          told of neither. If somebody is in danger, call the emergency services first.
        </p>
      </>
    ),
  },
  {
    id: 'consequences',
    title: 'What happens after a report',
    body: (
      <>
        <p>
          A person looks at it, usually within a day. No program decides, and no number of reports
          hides anything by itself. There are five decisions: it stays; it is hidden; the member
          cannot post, or cannot send messages, for 1, 7 or 30 days; the account is suspended, which
          leaves reading, objecting and deleting it.
        </p>
        <p>
          You hear what came of your report. The author reads which rule it was, a sentence that
          says why, and when it ends.
        </p>
      </>
    ),
  },
  {
    id: 'objection',
    title: 'If you think that we were wrong',
    body: (
      <>
        <p>
          Every decision about you is in Settings, under Moderation history. Choose Object within 30
          days, once, and say why. Someone else looks at it where there are two of us. What was
          hidden comes back as it was if we were wrong, and we say that we are sorry.
        </p>
        <p>
          For everything else write to <MailLink address={SUPPORT_ADDRESS} />. We answer within{' '}
          {RESPONSE_TIME}.
        </p>
      </>
    ),
  },
]

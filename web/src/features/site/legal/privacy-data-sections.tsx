import { TextLink } from '../../../ui/buttons/text-link.tsx'
import type { LegalSection } from './legal-page.tsx'

/** First half of the privacy policy: which data is stored. */
export const PRIVACY_DATA_SECTIONS: readonly LegalSection[] = [
  {
    id: 'short',
    title: 'In short',
    body: (
      <ul>
        <li>We store what you type and upload, and what is needed to log you in. No more.</li>
        <li>
          Posts can be read by everybody, profiles and comments by members, messages by the two of
          you or by your team, your email address by nobody but you.
        </li>
        <li>There is no advertising, no analytics and no third-party code on our pages.</li>
        <li>
          You can take a copy of your data, and delete your account, by yourself: at once and for
          good.
        </li>
      </ul>
    ),
  },
  {
    id: 'visitors',
    title: 'If you only look around',
    body: (
      <>
        <p>Visitors are not recorded. We count page views, not who made them.</p>
        <p>
          Your internet address is used, as every website must, to answer you. We also count how
          often an address calls, so that nobody can flood the service or guess passwords. These
          counts are forgotten after an hour at most, and the address is in neither our database nor
          our log.
        </p>
      </>
    ),
  },
  {
    id: 'account-data',
    title: 'Your account',
    body: (
      <ul>
        <li>
          <strong>First and last name, username and email address</strong>, and when you signed up.
        </li>
        <li>
          <strong>Your password</strong>, only as a hash (argon2id) from which it cannot be read.
          Or, if you come by Google or GitHub, the number by which they know you, and your login at
          GitHub: they tell us that, your name and your email address, and we keep nothing else of
          what they say. If you connect GitHub, your number and login there until you disconnect it.
        </li>
        <li>
          <strong>Your authenticator app</strong>, if you set one up: its key, encrypted, and your
          recovery codes, only as hashes. They go when you switch it off.
        </li>
        <li>
          <strong>Your passkeys</strong>, if you add any: the public key, which logs nobody in, the
          name you give it, when you added and last used it, and whether it is copied to your other
          devices. Your fingerprint or face never leaves your device.
        </li>
        <li>
          <strong>Where you are logged in</strong>: the kind of browser and system, such as “Firefox
          on Linux”, since when, and when it was last used. You see this list in your settings. A
          session ends after 7 days without use, and after 30 days in any case.
        </li>
        <li>
          <strong>What happened to your account</strong>: when it was logged in to, a wrong password
          was typed, the password, the email address or the authenticator app changed, or a passkey
          was added or removed, with the kind of browser and system. You see this list in your
          settings. It goes after 180 days. Of the IP address it holds only a scrambled form whose
          key changes every day.
        </li>
        <li>
          <strong>Which browsers have logged in to your account</strong>, each as a hash of the
          random number in its cookie, for 180 days.
        </li>
        <li>
          <strong>Codes and links</strong> that we email to you, only as hashes. A sign-up whose
          email address is not verified goes after 24 hours.
        </li>
      </ul>
    ),
  },
  {
    id: 'content-data',
    title: 'What you write and upload',
    body: (
      <ul>
        <li>
          <strong>Profile:</strong> about you, skills, location, links and picture. Everything but
          your name is up to you. Of a picture we keep two small squares, made anew, without the
          place, camera and other data that photographs carry. The file that you sent is not kept.
        </li>
        <li>
          <strong>Posts, comments and likes</strong>, and when you made them. Of a cover or a
          picture in a post we keep two files, made anew like those of your profile.
        </li>
        <li>
          <strong>Messages:</strong> the text, between whom, and when it was sent, delivered and
          read. They are encrypted on the way to us, but not end to end: they are stored readable,
          so that you can search them, and the people who run our database could read them. We do so
          only if somebody who received a message asks us to look at it, or if the law compels us.
          What a message said before you edited or deleted it is kept for 7 days, for such a report
          alone, and so are pictures. Of a picture we keep two files, made anew like those of your
          profile. Reactions, with who chose them, and which message yours answers.
        </li>
        <li>
          <strong>Messages in the room of a team:</strong> the text, who wrote it and when, and whom
          it mentions; for each member when they joined and left, up to which message they have
          read, and whether they muted the room.
        </li>
        <li>
          <strong>When you were last here</strong>, for the people with whom you have a
          conversation; forgotten after 30 days.
        </li>
        <li>
          <strong>Notifications:</strong> who commented, replied, mentioned you, liked, asked to
          join, invited you, answered, joined or left a team, or posted an update, and about which
          post. The texts themselves are not copied. Read ones go after 30 days, the others after
          90. Which kinds you want, in the app and by email, and posts that you muted.
        </li>
      </ul>
    ),
  },
  {
    id: 'collaboration-data',
    title: 'Roles, join requests and teams',
    body: (
      <ul>
        <li>
          <strong>What you say about your projects:</strong> state, topics, roles and updates.
        </li>
        <li>
          <strong>That you are open to join:</strong> hours, time zone, rewards, topics and your
          note, until the day you choose, at most 60 days ahead. Then it is deleted.
        </li>
        <li>
          <strong>Join requests and invitations:</strong> your note, the hours, the answer, and
          when. You and the owners of the project read them, and moderators if one of you reports
          them; nobody else. How many requests an owner answered in time, and how fast, is shown to
          members beside their roles.
        </li>
        <li>
          <strong>Teams:</strong> on which you are, in which role and since when. Your name is shown
          on the project’s page, and the team on your profile, until you leave it. That you were on
          it is kept until the project or your account is deleted.
        </li>
        <li>
          <strong>What you saved or follow.</strong> Only you see it, and nobody is told.
        </li>
      </ul>
    ),
  },
  {
    id: 'safety-data',
    title: 'Blocks, reports and decisions',
    body: (
      <ul>
        <li>
          <strong>Whom you blocked or muted</strong>, until you undo it. Nobody else sees it, and
          they are not told.
        </li>
        <li>
          <strong>Your reports:</strong> what you reported, why, and your note. Moderators see that
          it was you; the author never does.
        </li>
        <li>
          <strong>A report of a message</strong> brings a copy of it and of the ten before it. The
          copy is encrypted, only moderators can read it, and it is erased 90 days after the
          decision.
        </li>
        <li>
          <strong>Moderation history:</strong> the rule, the reason, when it ends, and your
          objection. You see them in your settings.
        </li>
        <li>
          <strong>A log of what moderators did</strong>, so that we can be held to it. When an
          account is deleted, it is no longer named there.
        </li>
      </ul>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <p>
        What you are typing and have not sent yet is kept in your browser and not with us, so that a
        crash costs you nothing. It goes when you send or discard it, and when you log out. If only
        your session runs out, it stays: on a shared computer, log out. What you have read as a
        member is kept there too, for 7 days, so that you can read it without a connection; it goes
        when you log out or somebody else logs in. This and our few cookies are listed one by one in
        the <TextLink to="/cookies">Cookie Policy</TextLink>.
      </p>
    ),
  },
  {
    id: 'logs',
    title: 'Logs',
    body: (
      <>
        <p>
          When something is changed, fails or takes long, our log gets a line: which kind of call,
          how it ended, how long it took, and the internal number of the member. No internet
          address, no email address, no password, and nothing of what you wrote or searched for.
        </p>
        <p>
          When a page of ours fails in your browser, it reports the kind of failure and the version
          of its script, at most once a minute. We only count these reports: they do not say which
          page it was, or who you are.
        </p>
      </>
    ),
  },
]

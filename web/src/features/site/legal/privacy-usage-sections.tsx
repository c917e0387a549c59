import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { MailLink, RESPONSE_TIME, SUPPORT_ADDRESS } from '../support.tsx'
import type { LegalSection } from './legal-page.tsx'

/** Second half of the privacy policy: how the data is used, and the rights of members. */
export const PRIVACY_USAGE_SECTIONS: readonly LegalSection[] = [
  {
    id: 'why',
    title: 'Why we may store it',
    body: (
      <p>
        Most of it because you asked us to: without it there is no account, no post and no message.
        The rest, the counts and the log, because we have to protect the service and its members. We
        do not make profiles of your behaviour, and no program decides anything about you.
      </p>
    ),
  },
  {
    id: 'visible',
    title: 'Who can see it',
    body: (
      <ul>
        <li>
          <strong>Everybody:</strong> posts with your username and picture, how many like them, and
          the internal numbers of those who liked last. Open roles of your projects. A picture can
          be seen by anyone who has its address.
        </li>
        <li>
          <strong>Members:</strong> your profile, your comments, your updates, your teams, and you
          in the list of people, with what you offer while you are open to join.
        </li>
        <li>
          <strong>The owners of a project:</strong> your requests to join it, and how well you fit.
        </li>
        <li>
          <strong>The other person:</strong> your messages to them, whether you have read theirs,
          whether you are typing, and whether you are online or when you last were. Pictures in
          messages are shown only to those who can read the message.
        </li>
        <li>
          <strong>Your team:</strong> your messages in its room, and when you joined and left. Who
          joins later reads what is written from then on, or from where an owner opened the history.
          Who leaves reads nothing more.
        </li>
        <li>
          <strong>Only you:</strong> your email address, where you are logged in, what happened to
          your account, your drafts, your notifications, what you saved, and whom you blocked or
          muted.
        </li>
        <li>
          <strong>Moderators:</strong> what was reported, by whom, and how often something of the
          same author was reported or decided before. Of messages only those of a report.
        </li>
        <li>
          <strong>Us:</strong> the people who run the servers can technically see what is stored,
          and do so to repair something, to answer you, or to follow the{' '}
          <TextLink to="/community-guidelines">Community Guidelines</TextLink>.
        </li>
      </ul>
    ),
  },
  {
    id: 'others',
    title: 'Who else gets it',
    body: (
      <>
        <p>
          We do not sell or lend data. The companies on whose machines Dolph runs, stores pictures
          and sends email handle it for us and by our instructions. Google or GitHub learns that you
          sign in here only if you choose its button. Authorities get what the law compels us to
          hand over, and nothing besides.
        </p>
        <p>
          A link in a post leads away from Dolph. The page behind it is not told from where you
          came, and its owner’s rules hold there.
        </p>
      </>
    ),
  },
  {
    id: 'mails',
    title: 'Emails we send',
    body: (
      <p>
        Those that your account needs: codes and links you asked for, and word of a changed
        password, address or authenticator app, of a passkey that was added, removed or used on a
        new device, of a sign-up with your address, and of the deletion. And those that you can
        choose in Settings, under Notifications: comments on your posts, replies, mentions, likes,
        join requests and their answers, invitations, requests that wait for your answer, whether
        your roles are still open, your teams, updates of projects you follow, archived
        repositories, moderation decisions, your reports, copies of your data, and unread messages,
        of which an email says only from whom and how many. They wait ten minutes, or an hour for
        messages, and are not sent if you have seen it meanwhile. Every one has a link that ends its
        kind with one click. No newsletters, and nothing that tells us whether you read an email.
        What an email says is encrypted while it waits and erased when it was sent; that there was
        one is forgotten after a week.
      </p>
    ),
  },
  {
    id: 'kept',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Your account and what you wrote: until you delete it.</li>
        <li>A sign-up that was not confirmed: about a day.</li>
        <li>
          A sign-up with Google or GitHub for which no username was chosen: at most two hours.
        </li>
        <li>A picture that was uploaded and not used or sent: about a day.</li>
        <li>A copy of your data that you made: 7 days, and in no backup.</li>
        <li>The pictures of a message that you deleted: 7 days, for a report alone.</li>
        <li>Notifications: 30 days once read, 90 days otherwise.</li>
        <li>Messages that were copied for a report: until 90 days after the decision.</li>
        <li>
          A deleted conversation: gone for you at once. The other person keeps theirs, as with
          letters.
        </li>
        <li>
          The room of a deleted project: its team can read it for 30 days, then it is deleted. If
          the account of the author was deleted, it stays as long as a member remains.
        </li>
      </ul>
    ),
  },
  {
    id: 'deletion',
    title: 'Deleting your account',
    body: (
      <>
        <p>
          In <TextLink to="/settings">Settings</TextLink>, with your password, by signing in with
          Google once more, or with a code that we email. Your email address, password, connection
          with GitHub and sessions go at that moment. Likes, comments, posts with everything below
          them, profile, picture, join requests, teams, what you offered and saved, blocks,
          notifications and the cases about you follow, usually within seconds. There is no way
          back.
        </p>
        <p>What stays:</p>
        <ul>
          <li>
            Messages without their pictures, with the people who received them, under the name
            “Deleted User”. When all of them have left, they go too.
          </li>
          <li>
            Where somebody replied to a comment of yours, an empty place without your name and
            words.
          </li>
          <li>
            Updates that you wrote on projects of others, and your answers and invitations, with the
            people who got them; all without your name.
          </li>
          <li>What you reported, without your name, while it is about somebody else.</li>
          <li>
            A scrambled form of your username for 90 days, so that nobody can pass for you. It
            cannot be read back.
          </li>
          <li>
            For a while copies: pictures in browsers that have them, single words of your posts up
            to two days in the search, and backups up to 35 days. If we ever restore one, we delete
            your data from it again.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can see and change nearly everything yourself, on your{' '}
          <TextLink to="/profile">profile</TextLink> and in{' '}
          <TextLink to="/settings">Settings</TextLink>, where you also make a copy of your data: of
          others it has their names and what they wrote to you. For a correction that you cannot
          make, or to object to something, write to <MailLink address={SUPPORT_ADDRESS} />, and a
          person sees to it by hand. We answer within {RESPONSE_TIME}, and may ask you to write from
          the address of your account, so that nobody else gets your data. You may also complain to
          the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    id: 'young',
    title: 'Young people',
    body: (
      <p>
        Dolph is for people who are at least 13. If you know of an account of somebody younger, tell
        us and we delete it.
      </p>
    ),
  },
  {
    id: 'privacy-changes',
    title: 'Changes',
    body: (
      <p>
        When we store more, or use it otherwise, this page says so first, and the date of this
        version at the top changes. There is no email about it: the date is what to look at.
      </p>
    ),
  },
]

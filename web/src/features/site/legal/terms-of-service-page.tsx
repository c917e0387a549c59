import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { MailLink, SUPPORT_ADDRESS } from '../support.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export function TermsOfServicePage() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="What you may expect from us, and we from you, when you use Dolph. Written to be read."
      version="2026-11-17"
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'What this is',
    body: (
      <>
        <p>
          Dolph is a website on which developers and creators show projects, look for collaborators
          and write to each other. “We” are the people who run it. If you create an account, you
          agree to these terms and to the{' '}
          <TextLink to="/community-guidelines">Community Guidelines</TextLink>. What we do with data
          is in the <TextLink to="/privacy">Privacy Policy</TextLink>.
        </p>
        <p>
          You may look at public projects without an account. Then only the parts that make sense
          without one hold for you.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Who may use Dolph',
    body: (
      <p>
        You must be at least 13. If the law where you live asks for a higher age to agree to such
        terms by yourself, a parent or guardian has to agree for you. If we learn that a member is
        younger than 13, we delete the account.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Give an email address that is yours. You need it to confirm the account.</li>
        <li>
          Keep your password to yourself, and tell us if somebody else has been in your account.
          Your settings show where you are logged in, and end the other sessions.
        </li>
        <li>An account is for one person. Do not sell it, lend it or take somebody else’s name.</li>
        <li>After an account is deleted, its username cannot be taken by anybody for 90 days.</li>
      </ul>
    ),
  },
  {
    id: 'content',
    title: 'What you post stays yours',
    body: (
      <>
        <p>
          Your posts, comments, profile, picture and messages belong to you. You allow us to store
          them, and to show them to those for whom they are meant, for as long as they are on Dolph.
          We need that to run the site, and we do not use it for anything else: we do not sell what
          you write, and do not put advertising beside it.
        </p>
        <p>
          You must have the right to post it. A project that you show keeps whatever licence you
          gave it; showing it here does not change that.
        </p>
        <p>
          What you delete is removed from the site. A comment to which somebody replied leaves an
          empty place, so that the replies make sense, and messages stay with the person who
          received them.
        </p>
      </>
    ),
  },
  {
    id: 'rules',
    title: 'What you must not do',
    body: (
      <>
        <p>
          Keep to the <TextLink to="/community-guidelines">Community Guidelines</TextLink>, and
          besides:
        </p>
        <ul>
          <li>do not break the law with what you post or send;</li>
          <li>
            do not try to get at accounts or data of others, and do not overload the service or go
            around its limits;
          </li>
          <li>do not collect members’ data by program, or write to them in bulk.</li>
        </ul>
        <p>
          There are limits on how much one member can post, comment, like and send in a given time.
          They are far above ordinary use.
        </p>
      </>
    ),
  },
  {
    id: 'together',
    title: 'Working with others',
    body: (
      <p>
        Dolph helps you to find people. What you then agree with them, on work, money, licences or
        who owns what, is between you; we are no party to it. We do not check who members are, what
        they can do, or what is behind their links. Settle the important things in writing before
        you begin.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <>
        <p>
          Using Dolph costs nothing today, and nothing on it can be bought. We work to keep it
          running and safe, but we cannot promise that it is always there or free of errors; it is
          offered as it is. Keep a copy of what matters to you, above all of your code.
        </p>
        <p>
          We are liable for harm that we cause on purpose or by gross negligence, and wherever the
          law says that liability cannot be excluded. For the rest we are not liable, as far as the
          law allows.
        </p>
        <p>
          We may change or end parts of the service. If we come to store more about you, or to use
          it otherwise, the <TextLink to="/privacy">Privacy Policy</TextLink> says so first.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'How it ends',
    body: (
      <>
        <p>
          You can delete your account at any time in <TextLink to="/settings">Settings</TextLink>.
          It takes effect at once and cannot be undone. What goes and what stays is in the{' '}
          <TextLink to="/privacy#deletion">Privacy Policy</TextLink>.
        </p>
        <p>
          We may hide content that breaks these terms, close posting or messages to a member for a
          while, or suspend an account. We tell you which rule it was and why, and you can object:
          see the <TextLink to="/community-guidelines#objection">Community Guidelines</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    body: (
      <>
        <p>
          When we change these terms, the date of this version at the top changes with them. There
          is no email about it: the date is what to look at. If you do not agree with a change, you
          can delete the account.
        </p>
        <p>
          Rights that the law of your country gives you as a consumer stay untouched. If one of
          these sentences does not hold, the others do. Questions go to{' '}
          <MailLink address={SUPPORT_ADDRESS} />.
        </p>
      </>
    ),
  },
]

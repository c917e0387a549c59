import { LifeBuoy, Mail, Scale, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import type { IconType } from '../../ui/icon.ts'
import { PageHeader } from './page-header.tsx'
import { MailLink, RESPONSE_TIME, SECURITY_ADDRESS, SUPPORT_ADDRESS } from './support.tsx'

export function ContactPage() {
  return (
    <div className="page grid content-start gap-8 py-10 sm:gap-10 sm:py-16">
      <PageHeader title="Contact" lead="Write to us by email. A person reads it and answers." />
      <section
        aria-labelledby="support"
        className="grid max-w-3xl gap-5 rounded-sheet border border-line bg-surface p-5 sm:p-8"
      >
        <div className="flex items-center gap-3">
          <Mail className="size-5 shrink-0 text-primary" aria-hidden="true" />
          <h2 id="support" className="text-lg font-semibold">
            Support
          </h2>
        </div>
        <MailLink address={SUPPORT_ADDRESS} className="justify-self-start text-xl sm:text-2xl" />
        <p className="text-muted">We answer within {RESPONSE_TIME}.</p>
        <div className="grid gap-2 border-t border-line pt-5 text-sm/6">
          <h3 className="font-semibold">What helps us to help you</h3>
          <ul className="list-disc space-y-1 pl-5 text-muted marker:text-faint">
            <li>your username, and the email address of your account</li>
            <li>what you wanted to do, what happened, and roughly when</li>
            <li>the address of the page, your browser and your device</li>
          </ul>
          <p className="mt-1 font-medium">
            Never send a password or a code. We do not ask for them.
          </p>
        </div>
      </section>
      <ul className="grid max-w-3xl gap-6 sm:grid-cols-3">
        <ContactAlternative icon={LifeBuoy} title="A question">
          The <TextLink to="/help">Help Center</TextLink> may have your answer.
        </ContactAlternative>
        <ContactAlternative icon={Scale} title="Something that should not be here">
          Send us its address and what is wrong with it. What counts is in the{' '}
          <TextLink to="/community-guidelines">Community Guidelines</TextLink>.
        </ContactAlternative>
        <ContactAlternative icon={ShieldAlert} title="A security problem">
          Please tell us first, and nobody else: <MailLink address={SECURITY_ADDRESS} />. A person
          answers within 2 working days.
        </ContactAlternative>
      </ul>
    </div>
  )
}

interface ContactAlternativeProps {
  icon: IconType
  title: string
  children: ReactNode
}

/** Another reason to write, with the page or address that handles it. */
function ContactAlternative({ icon: Icon, title, children }: ContactAlternativeProps) {
  return (
    <li className="grid content-start gap-2">
      <Icon className="size-5 text-faint" aria-hidden="true" />
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm/6 text-pretty text-muted">{children}</p>
    </li>
  )
}

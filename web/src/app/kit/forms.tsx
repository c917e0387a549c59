import { PASSWORD_RULES } from '@dolph/contract/accounts/passwords'
import { Lightbulb, Search, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { KitSection } from './section.tsx'

const TYPES = [
  { value: 'showcase', label: 'Showcase', icon: Sparkles },
  { value: 'project-idea', label: 'Project Idea', icon: Lightbulb },
  { value: 'other', label: 'Other' },
] as const

const REASONS = [
  { value: 'spam', label: 'Spam', hint: 'Advertising, or the same thing again and again' },
  { value: 'scam', label: 'Scam' },
  { value: 'other', label: 'Something else', disabled: true },
] as const

export function KitForms() {
  const [isOn, setOn] = useState(true)
  const [type, setType] = useState<(typeof TYPES)[number]['value'] | null>('showcase')
  const [reason, setReason] = useState<(typeof REASONS)[number]['value'] | null>('scam')
  const [isChecked, setIsChecked] = useState(true)

  return (
    <KitSection title="Fields">
      <div className="grid w-full gap-6 sm:grid-cols-2">
        <Field label="Title" placeholder="What did you build?" />
        <Field label="Search" icon={Search} placeholder="Search projects..." type="search" />
        <Field label="Email" hint="Only you can see it." type="email" autoComplete="off" />
        <Field
          label="GitHub URL"
          defaultValue="https://gitlab.com/a"
          error="Please enter a valid GitHub URL"
          hint="Optional"
        />
        <Field label="Username" defaultValue="sample-member" disabled />
        <Select label="Type" options={TYPES} value={type} onChange={setType} hint="One of nine." />
        <Select
          label="Time range"
          options={TYPES}
          value={null}
          onChange={setType}
          error="Please choose one"
        />
        <Select label="Locked" options={TYPES} value="other" onChange={setType} disabled />
        <PasswordField label="Password" autoComplete="current-password" defaultValue="secret" />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          rules={PASSWORD_RULES}
          typed="lagoon42"
          defaultValue="lagoon42"
        />
        <Textarea label="About" max={100} defaultValue="Room enough." />
        <Textarea
          label="Near the limit"
          max={40}
          defaultValue="A description of thirty-eight letters."
        />
        <Textarea
          label="Too long"
          max={20}
          defaultValue="More than twenty characters"
          error="Description cannot be more than 20 characters"
          hint="Say what it does and for whom."
        />
        <Textarea label="Disabled" defaultValue="Cannot be changed" disabled />
        <Switch label="Emails about comments" isOn={isOn} onChange={setOn} />
        <Switch label="Emails about likes" isOn={!isOn} onChange={(next) => setOn(!next)} />
        <RadioList
          label="What is wrong?"
          options={REASONS}
          value={reason}
          onChange={setReason}
          error="Please choose a reason"
        />
        <Checkbox label="Also block ada" checked={isChecked} onChange={setIsChecked} />
        <Banner kind="error">Incorrect email or password</Banner>
        <Banner kind="success">Email verified successfully! You can now log in.</Banner>
        <Banner kind="info">We sent a new code. Please check your email.</Banner>
      </div>
    </KitSection>
  )
}

import { BIO_MAX, type OwnProfile } from '@dolph/contract/profiles/profiles'
import { BriefcaseBusiness, CodeXml, Globe, MapPin } from 'lucide-react'
import type { RefObject } from 'react'
import { Controller, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { SettingsSection } from '../../accounts/settings/settings-section.tsx'
import { PictureField } from '../picture/picture-field.tsx'
import { SkillsField, type SkillsFieldHandle } from '../../people/skills/skills-field.tsx'
import { GitHubLinkOffer } from './github-link-offer.tsx'
import { PendingEmailBanner } from './pending-email-banner.tsx'
import type { ProfileFields } from './profile-fields.ts'
import { SocialLinksField } from './social-links-field.tsx'
import { formatFullName } from '../../accounts/people-search/use-people-search.ts'

const LINK_FIELDS = [
  { name: 'github', label: 'GitHub', icon: CodeXml, placeholder: 'https://github.com/you' },
  {
    name: 'linkedin',
    label: 'LinkedIn',
    icon: BriefcaseBusiness,
    placeholder: 'https://www.linkedin.com/in/you',
  },
  { name: 'website', label: 'Website', icon: Globe, placeholder: 'https://you.example' },
] as const

interface Props {
  form: UseFormReturn<ProfileFields>
  profile: OwnProfile
  skillsField: RefObject<SkillsFieldHandle | null>
  onPictureBusyChange: (isBusy: boolean) => void
}

/** The fields of the form, in the order of the profile page. */
export function ProfileFieldset({ form, profile, skillsField, onPictureBusyChange }: Props) {
  const { control, register } = form
  const { errors, isSubmitting } = useFormState({ control })
  const bio = useWatch({ control, name: 'bio' })
  const skillsError = errors.skills?.message ?? errors.skills?.find?.(Boolean)?.message

  return (
    <ReadOnlyFields value={isSubmitting}>
      <SettingsSection title="You" lead="Your name and picture stand beside everything you post.">
        <div className="@container grid gap-5">
          <div data-has-error={errors.profilePicture && true} className="grid gap-1.5">
            <Controller
              control={control}
              name="profilePicture"
              render={({ field }) => (
                <PictureField
                  name={profile.userName}
                  fullName={formatFullName(profile)}
                  value={field.value}
                  onChange={field.onChange}
                  onBusyChange={onPictureBusyChange}
                />
              )}
            />
            {errors.profilePicture && (
              <p role="alert" className="text-sm text-danger">
                {errors.profilePicture.message}
              </p>
            )}
          </div>
          <div className="grid gap-5 @sm:grid-cols-2 @sm:gap-4">
            <Field
              {...register('firstName')}
              label="First name"
              dir="auto"
              autoComplete="given-name"
              error={errors.firstName?.message}
            />
            <Field
              {...register('lastName')}
              label="Last name"
              dir="auto"
              autoComplete="family-name"
              error={errors.lastName?.message}
            />
          </div>
          <Textarea
            {...register('bio')}
            label="About"
            dir="auto"
            placeholder="Who are you, and what do you like to build?"
            max={BIO_MAX}
            typed={bio}
            error={errors.bio?.message}
          />
          <Field
            {...register('location')}
            label="Location"
            icon={MapPin}
            dir="auto"
            autoComplete="off"
            placeholder="City, country, or somewhere remote"
            error={errors.location?.message}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Your skills" lead="What others can ask you for help with.">
        <Controller
          control={control}
          name="skills"
          render={({ field }) => (
            <SkillsField
              ref={skillsField}
              value={field.value}
              onChange={field.onChange}
              error={skillsError}
            />
          )}
        />
      </SettingsSection>
      <SettingsSection
        title="Your links"
        lead="Where else you can be found. Every member sees them."
      >
        <div className="@container grid gap-5">
          {LINK_FIELDS.map(({ name, ...texts }) => (
            <Field
              key={name}
              {...register(name)}
              {...texts}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors[name]?.message}
            />
          )).toSpliced(1, 0, <GitHubLinkOffer key="offer" form={form} />)}
          <SocialLinksField form={form} />
        </div>
      </SettingsSection>
      <SettingsSection title="Your email" lead="Only you see it. Used for login and emails.">
        <div className="grid gap-4">
          <Field
            {...register('email')}
            label="Email"
            type="email"
            autoComplete="email"
            hint="We’ll email the new address to confirm it."
            error={errors.email?.message}
          />
          {profile.pendingEmail && <PendingEmailBanner profile={profile} />}
        </div>
      </SettingsSection>
    </ReadOnlyFields>
  )
}

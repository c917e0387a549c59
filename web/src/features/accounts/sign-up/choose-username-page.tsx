import type { ReplyOf } from '@dolph/contract/endpoint'
import { finishGoogleSignUp, type getGoogleSignUp } from '@dolph/contract/accounts/provider-sign-up'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, UserRoundX } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { type Provider, providerSignUpQuery, useFinishProviderSignUp } from '../data.ts'
import { getBannerText, showFieldErrors } from '../field-errors.ts'
import { consumeNextPath } from '../sign-in/next-path.ts'
import { SubmitButton } from '../submit-button.tsx'
import { AccountForm } from '../account-form.tsx'

const TITLE = 'Choose your username'
const FIELDS = ['userName'] as const

/** Last step of the first sign-in with Google or GitHub. */
export function ChooseUsernamePage() {
  const [params] = useSearchParams()
  const provider = params.get('with') === 'github' ? 'github' : 'google'
  const { data: profile, error } = useQuery(providerSignUpQuery(provider))

  if (profile) return <UserNameForm provider={provider} profile={profile} />
  if (!error) {
    return (
      <AccountPageLayout
        title={TITLE}
        icon={UserRoundPlus}
        lead="How others will find you on Dolph."
      >
        <Skeleton className="h-10 w-full" />
      </AccountPageLayout>
    )
  }
  return (
    <AccountPageLayout
      title={TITLE}
      icon={UserRoundX}
      lead={
        <p role="alert">
          {getErrorMessage(
            error,
            `Your sign-in with ${provider === 'google' ? 'Google' : 'GitHub'} could not be continued. Please try again.`,
          )}
        </p>
      }
    >
      <ButtonLink to="/login" variant="primary" className="w-full">
        Back to log in
      </ButtonLink>
    </AccountPageLayout>
  )
}

interface UserNameFormProps {
  provider: Provider
  profile: ReplyOf<typeof getGoogleSignUp>['data']
}

function UserNameForm({ provider, profile }: UserNameFormProps) {
  const navigate = useNavigate()
  const finish = useFinishProviderSignUp(provider)
  const problem = getBannerText(finish.error, 'Signup failed', FIELDS)
  const form = useForm({
    resolver: zodResolver(finishGoogleSignUp.schema.body),
    defaultValues: { userName: profile.userName },
  })
  const userNameError = form.formState.errors.userName?.message

  const submit = form.handleSubmit(async ({ userName }) => {
    try {
      await finish.mutateAsync(userName)
    } catch (error) {
      showFieldErrors(form, error, FIELDS)
      return
    }
    toast.success('Successfully logged in!')
    await navigate(consumeNextPath(), { replace: true })
  })

  return (
    <AccountPageLayout
      title={TITLE}
      icon={UserRoundPlus}
      lead={
        <>
          Welcome, {profile.firstName || profile.email}. This is how others will find you on Dolph.
        </>
      }
    >
      <AccountForm busy={finish.isPending} onSubmit={submit}>
        {problem && <Banner kind="error">{problem}</Banner>}
        <Field
          {...form.register('userName')}
          label="Username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          // Hidden beside an error, which repeats the same rule.
          hint={userNameError ? undefined : '3 to 30 letters, numbers, hyphens or underscores.'}
          error={userNameError}
        />
        <SubmitButton variant="primary" busy={finish.isPending}>
          {finish.isPending ? 'Creating account...' : 'Create account'}
        </SubmitButton>
      </AccountForm>
    </AccountPageLayout>
  )
}

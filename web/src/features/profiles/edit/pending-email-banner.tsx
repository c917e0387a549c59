import type { OwnProfile } from '@dolph/contract/profiles/profiles'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useUpdateProfile } from '../data.ts'

/** Shows the new email address that is not confirmed yet, and cancels the change. */
export function PendingEmailBanner({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile()

  function cancelChange() {
    // The server cancels a pending change when the current address is requested.
    update.mutate(
      { email: profile.email },
      {
        onSuccess: ({ email }) => toast.success(`Your email stays ${email}`),
        onError: (error) => toast.error(getErrorMessage(error, 'Failed to update profile')),
      },
    )
  }

  return (
    <Banner kind="info">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          Waiting for confirmation at{' '}
          <strong className="font-medium">{profile.pendingEmail}</strong>
        </p>
        <Button size="sm" busy={update.isPending} onClick={cancelChange}>
          Take it back
        </Button>
      </div>
    </Banner>
  )
}

import type { Profile } from '@dolph/contract/profiles/profiles'
import { createReportAction, useReportDialog } from '../moderation/use-report-dialog.tsx'
import { MemberMenu } from '../safety/member-menu.tsx'

/** What the viewer can do about a member, on their profile. */
export function ProfileMenu({ profile }: { profile: Profile }) {
  const report = useReportDialog(profile)
  return (
    <>
      <MemberMenu
        member={profile}
        label="Profile options"
        actions={[createReportAction(() => report.open({ kind: 'member', id: profile._id }))]}
        className="max-sm:size-10"
      />
      {report.dialog}
    </>
  )
}

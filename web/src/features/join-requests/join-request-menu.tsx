import type { JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { createReportAction, useReportDialog } from '../moderation/use-report-dialog.tsx'
import { MemberMenu } from '../safety/member-menu.tsx'
import { getTitles } from './describe-join-request.ts'

/** What the member can do about a request or invitation that they received. */
export function JoinRequestMenu({ request }: { request: JoinRequest }) {
  const { counterpart: member } = request
  const report = useReportDialog(member)
  return (
    <>
      <MemberMenu
        member={member}
        label="More options"
        fullLabel={`More options: ${member?.userName ?? 'a deleted member'}, ${getTitles(request).role}`}
        actions={[createReportAction(() => report.open({ kind: 'join-request', id: request._id }))]}
        size="sm"
        className="-my-1 -mr-1.5"
      />
      {report.dialog}
    </>
  )
}

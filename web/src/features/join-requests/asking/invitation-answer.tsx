import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { AnswerActions } from '../answer-actions.tsx'
import { joinRequestQuery } from '../data.ts'

/** The answers to an invitation, on the role that it is about. */
export function InvitationAnswer({ id }: { id: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const me = useViewer()?._id ?? ''
  const { data: request } = useQuery(joinRequestQuery(me, id))
  return (
    <div ref={frame} tabIndex={-1} className="grid gap-2 outline-none">
      <p className="text-sm">
        You are invited. <TextLink to={`/join-requests?id=${id}`}>Read the invitation</TextLink>
      </p>
      {request?.canAnswer && <AnswerActions request={request} frame={frame} />}
    </div>
  )
}

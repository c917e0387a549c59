import type { Profile } from '@dolph/contract/profiles/profiles'
import { MessageCircle } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useRelation } from '../safety/relation-query.ts'
import { UnblockButton } from '../safety/unblock-button.tsx'

/** The first action on the profile of another member: to write to them or, once blocked, to unblock them. */
export function MessageAction({ profile }: { profile: Profile }) {
  const { relation } = useRelation(profile._id)
  if (relation?.isBlocked) return <UnblockButton member={profile} />
  return (
    <ButtonLink to={`/messages/${profile._id}`} variant="primary" icon={MessageCircle}>
      Message
    </ButtonLink>
  )
}

import type { Person } from '@dolph/contract/people/people'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { useChangeRelation } from './use-change-relation.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'size'> {
  member: Pick<Person, '_id' | 'userName'>
}

export function UnblockButton({ member, ...button }: Props) {
  const { mutate, isPending } = useChangeRelation(member)
  return (
    <Button {...button} busy={isPending} onClick={() => mutate('unblock')}>
      Unblock
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { RoleListFilter } from './role-filter.ts'
import { newestRolesQuery, type RoleListItem } from './role-list-query.ts'

interface Props {
  filter: RoleListFilter
  /** The roles on the screen. */
  items: readonly RoleListItem[]
  onShow: () => void
}

/** Shows how many roles were opened since the list was loaded; they are added only on request, so that no row moves. */
export function NewRolesButton({ filter, items, onShow }: Props) {
  const { data: newest } = useQuery(newestRolesQuery(filter))
  const listed = new Set(items.map(({ role }) => role._id))
  const count = newest.filter(({ role }) => !listed.has(role._id)).length
  return (
    <div aria-live="polite" className="sticky top-32 z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={ArrowUp}
          onClick={onShow}
          className="mt-2 animate-[arrive_150ms_both] rounded-full shadow-soft"
        >
          {`${count} new`}
        </Button>
      )}
    </div>
  )
}

import type { RoleOrder } from '@dolph/contract/roles/roles'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { FilterSelect } from '../../../ui/forms/filter-select.tsx'

interface Props {
  /** How the list is ordered; undefined until it is loaded. */
  order: RoleOrder | undefined
  /** What the member chose; undefined for the best fit first. */
  chosen: RoleOrder | undefined
  onChoose: (order: string) => void
}

/** The order of a member's list. Without skills in the profile nothing can fit, and the line says so. */
export function RoleOrderLine({ order, chosen, onChoose }: Props) {
  const hasNoSkills = order === 'newest' && chosen === undefined
  if (hasNoSkills)
    return (
      <p className="-mt-2 mb-3 flex min-h-10 items-center text-sm text-muted">
        <span>
          <TextLink to="/profile">Add your skills</TextLink> to see the roles that fit you first.
        </span>
      </p>
    )
  return (
    <div className="-mt-2 mb-3 flex justify-end">
      <div className="w-44">
        <FilterSelect
          label="Order"
          anyLabel="Best fit first"
          options={[{ value: 'newest', label: 'Newest first' }]}
          value={chosen ?? ''}
          onChange={onChoose}
        />
      </div>
    </div>
  )
}

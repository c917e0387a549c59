import { LayoutGrid, List } from 'lucide-react'
import { ToggleGroup } from '../../../ui/forms/toggle-group.tsx'
import { useListView } from './list-view.ts'

const VIEWS = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

/** Switches all lists of posts between grid and list. */
export function ViewToggle({ className = '' }: { className?: string }) {
  const [view, setView] = useListView()
  return (
    <ToggleGroup
      label="View"
      options={VIEWS}
      value={view}
      onChange={setView}
      iconOnly
      className={className}
    />
  )
}

import { LayoutGrid, List, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ToggleGroup } from '../../ui/forms/toggle-group.tsx'
import { KitSection } from './section.tsx'

const VARIANTS = ['primary', 'accent', 'secondary', 'ghost', 'danger'] as const
const SIZES = ['sm', 'md', 'lg'] as const

const VIEWS = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

const FILTERS = [
  { value: 'all', label: 'All Projects' },
  { value: 'showcase', label: 'Showcase' },
  { value: 'seeking', label: 'Seeking Contributors' },
  { value: 'joining', label: 'Looking to Join' },
] as const

export function KitActions() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('grid')
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all')

  return (
    <>
      <KitSection title="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} className="flex w-full flex-wrap items-center gap-3">
            {SIZES.map((size) => (
              <Button key={size} variant={variant} size={size} icon={Plus}>
                Create Post
              </Button>
            ))}
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy>
              Creating...
            </Button>
          </div>
        ))}
        <ButtonLink to="/browse" icon={Search}>
          A link as a button
        </ButtonLink>
      </KitSection>
      <KitSection title="Icon button and spinner">
        <IconButton label="Edit" icon={Pencil} />
        <IconButton label="Edit, small" icon={Pencil} size="sm" />
        <IconButton label="Edit, framed" icon={Pencil} variant="secondary" />
        <IconButton label="Delete" icon={Trash2} variant="danger" />
        <IconButton label="Disabled" icon={Trash2} variant="secondary" disabled />
        <IconButton label="Busy" icon={Trash2} variant="secondary" busy />
        <Spinner />
        <Spinner className="size-6 text-link" />
      </KitSection>
      <KitSection title="Toggle group">
        <ToggleGroup label="View" options={VIEWS} value={view} onChange={setView} iconOnly />
        <ToggleGroup label="View with words" options={VIEWS} value={view} onChange={setView} />
        <ToggleGroup label="Locked" options={VIEWS} value={view} onChange={setView} disabled />
        <ToggleGroup
          label="Type"
          options={FILTERS}
          value={filter}
          onChange={setFilter}
          variant="chips"
        />
      </KitSection>
    </>
  )
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { applyParamsChange } from '../../../lib/url/filter-params.ts'
import { useUrlParams } from '../../../lib/url/use-url-params.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { FindingTabs } from '../../people/finding-tabs.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { RoleListSkeleton } from '../roles-skeleton.tsx'
import { NewRolesButton } from './new-roles-button.tsx'
import { CLEARED_ROLE_FILTER, parseRoleFilter, type RoleFilterChange } from './role-filter.ts'
import { RoleFilterBar } from './role-filter-bar.tsx'
import { RoleOrderLine } from './role-order.tsx'
import {
  haveDifferentStates,
  listDistinctRoles,
  roleListQuery,
  type RoleListItem,
} from './role-list-query.ts'
import { RoleListRow, type RoleListRowProps } from './role-list-row.tsx'

const SKELETON_ROWS = 6

type Props = Required<Pick<RoleListRowProps, 'RoleAction'>>

/** The open roles of all projects, for visitors too. The URL holds the filter. */
export function RolesPage({ RoleAction }: Props) {
  const [params, changeParams] = useUrlParams()
  const client = useQueryClient()
  const filter = parseRoleFilter(params)
  const list = useInfiniteQuery(roleListQuery(filter))
  const items = listDistinctRoles(list.data?.pages ?? [])
  const order = list.data?.pages[0]?.order
  const isMember = useViewer() !== null
  const isChanging = list.isPlaceholderData
  // A page of the API may be empty although further ones are not.
  const isLooking = list.isPending || (items.length === 0 && list.hasNextPage)

  const changeFilter = (change: RoleFilterChange) =>
    changeParams((current) => applyParamsChange(current, change), {
      // Back leads over no single characters.
      replace: change.skillStart !== undefined,
    })

  const showNewRoles = async () => {
    // A refetch of all pages would take as long as the reader has scrolled.
    await client.resetQueries({ queryKey: roleListQuery(filter).queryKey, exact: true })
    window.scrollTo({ top: 0 })
  }

  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 max-sm:gap-4 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">Open roles</h1>
        <p className="text-balance text-muted">Find a role that fits your skills and hours.</p>
      </header>
      <FindingTabs />
      <RoleFilterBar
        filter={filter}
        isSearching={isChanging && (filter.skill ?? filter.skillStart) !== undefined}
        onChoose={changeFilter}
      />
      <p role="status" className="sr-only">
        {!isLooking && !isChanging && !list.isError && summarize(items.length)}
      </p>
      {list.isError && items.length === 0 ? (
        <div role="alert">
          <LoadError
            title="Failed to load roles"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : (
        <div
          aria-busy={isChanging}
          // As high as the screen, so that the footer does not shift when few roles arrive.
          className={cx('min-h-[75dvh] transition-opacity', isChanging && 'opacity-55 delay-200')}
        >
          {!isLooking && items.length === 0 && (
            <NoRoles
              onClear={() => changeFilter(CLEARED_ROLE_FILTER)}
              isAll={Object.keys(filter).every((name) => name === 'order')}
            />
          )}
          {/* In the order of fit a new role can be anywhere. */}
          {order !== 'fit' && (
            <NewRolesButton filter={filter} items={items} onShow={() => void showNewRoles()} />
          )}
          {isMember && (isLooking || items.length > 0) && (
            <RoleOrderLine
              order={order}
              chosen={filter.order}
              onChoose={(chosen) => changeFilter({ order: chosen })}
            />
          )}
          {isLooking && <RoleListSkeleton count={SKELETON_ROWS} />}
          <RoleRows items={items} RoleAction={RoleAction} />
          {list.hasNextPage && !isChanging && <LoadMore list={list} plural="roles" />}
        </div>
      )}
      <p className="hidden text-center text-sm text-muted noscript:block">
        To see the open roles, please turn on JavaScript.
      </p>
    </div>
  )
}

function RoleRows({ items, RoleAction }: Props & { items: readonly RoleListItem[] }) {
  const isMember = useViewer() !== null
  const hasStates = haveDifferentStates(items)
  if (items.length === 0) return null
  return (
    <div className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
      {items.map((item) => (
        <RoleListRow
          key={item.role._id}
          item={item}
          isMember={isMember}
          hasStates={hasStates}
          RoleAction={RoleAction}
        />
      ))}
    </div>
  )
}

function NoRoles({ isAll, onClear }: { isAll: boolean; onClear: () => void }) {
  const isMember = useViewer() !== null
  return (
    <EmptyState
      icon={SearchX}
      title={isAll ? 'No roles are open right now.' : 'No open roles match.'}
      action={
        <>
          {!isAll && <Button onClick={onClear}>Show all roles</Button>}
          {isMember && (
            <ButtonLink to="/profile" variant="primary">
              Open to join
            </ButtonLink>
          )}
        </>
      }
    >
      {isMember && 'Mark yourself as open to join, and owners can find and invite you.'}
    </EmptyState>
  )
}

function summarize(count: number): string {
  if (count === 0) return 'No roles found'
  return count === 1 ? '1 role shown' : `${count} roles shown`
}

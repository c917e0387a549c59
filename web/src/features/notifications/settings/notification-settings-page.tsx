import {
  type Channels,
  type NotificationSettings,
  SettingKind,
} from '@dolph/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { NotificationsError } from '../notification-list-states.tsx'
import { SETTING_GROUPS, SETTING_TEXTS } from './setting-texts.ts'
import { notificationSettingsQuery, useChangeSetting } from './settings-data.ts'

const NOT_SAVED = 'The change could not be saved. Please try again.'

/** Which notifications the member gets, and where: a row per kind, saved with each switch. */
export function NotificationSettingsPage() {
  const me = useViewer()?._id ?? ''
  const settings = useQuery({ ...notificationSettingsQuery(me), enabled: me !== '' })

  return (
    <div className="page flex min-h-dvh max-w-3xl! flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="grid justify-items-start gap-1.5">
        <Link
          to="/settings"
          className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-sm font-medium text-muted hover:text-ink"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          Account Settings
        </Link>
        <h1 className="text-2xl font-semibold sm:text-3xl">Notifications</h1>
        <p className="text-pretty text-muted">
          Choose what we notify you about. We wait ten minutes before we email you, and skip it if
          you have read the notification by then.
        </p>
      </header>
      {settings.data ? (
        SETTING_GROUPS.map((group) => (
          <SettingTable key={group.title} group={group} settings={settings.data} />
        ))
      ) : settings.error ? (
        <NotificationsError error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <SettingsSkeleton />
      )}
    </div>
  )
}

interface SettingTableProps {
  group: (typeof SETTING_GROUPS)[number]
  settings: NotificationSettings['kinds']
}

function SettingTable({ group: { title, lead, kinds }, settings }: SettingTableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">{lead}</p>
      </div>
      <table className="w-full rounded-card border border-separate border-spacing-0 border-line bg-surface text-left">
        <thead>
          <tr className="text-xs font-medium text-muted">
            <th scope="col" className="px-4 pt-4 pb-2 font-medium sm:px-6">
              <span className="sr-only">Kind</span>
            </th>
            <th scope="col" className="w-16 px-2 pt-4 pb-2 text-center font-medium sm:w-24">
              In the app
            </th>
            <th scope="col" className="w-16 px-2 pt-4 pb-2 text-center font-medium sm:w-24 sm:pr-4">
              By email
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <SettingRow key={kind} kind={kind} channels={settings[kind]} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SettingRow({ kind, channels }: { kind: SettingKind; channels: Channels }) {
  const { label, hint } = SETTING_TEXTS[kind]
  const change = useChangeSetting()
  const onChange = (channel: keyof Channels) => (isOn: boolean) =>
    change.mutate(
      { kind, channel, isOn },
      { onError: (error) => toast.error(getErrorMessage(error, NOT_SAVED)) },
    )

  return (
    <tr className="*:border-t *:border-line">
      <th scope="row" className="px-4 py-3.5 font-normal sm:px-6">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-pretty text-muted">{hint}</span>
      </th>
      <td className="px-2 text-center align-middle">
        {kind === 'messages' ? (
          <span className="text-sm text-faint">Always</span>
        ) : (
          <Switch label={`${label}, in the app`} isOn={channels.app} onChange={onChange('app')} />
        )}
      </td>
      <td className="px-2 text-center align-middle sm:pr-4">
        <Switch label={`${label}, by email`} isOn={channels.mail} onChange={onChange('mail')} />
      </td>
    </tr>
  )
}

function SettingsSkeleton() {
  return (
    <div
      role="status"
      className="grid animate-arrive-late gap-8 rounded-card border border-line bg-surface p-6"
    >
      <span className="sr-only">Loading your settings</span>
      {SettingKind.options.map((kind) => (
        <div key={kind} className="grid gap-2.5">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
      ))}
    </div>
  )
}

import type { SettingKind } from '@dolph/contract/notifications/notifications'
import { unsubscribe } from '@dolph/contract/notifications/notifications'

/** What mails call a kind: 'Stop emails about …'. */
const KIND_TEXTS: Record<SettingKind, string> = {
  comment: 'comments on your projects',
  reply: 'replies to your comments',
  mention: 'comments that name you',
  'room-mention': 'mentions in your teams',
  like: 'likes',
  decision: 'moderation decisions',
  report: 'your reports',
  'join-requested': 'requests to join',
  'join-answered': 'answers to your requests',
  invited: 'invitations',
  'join-due': 'requests that wait for you',
  'still-open': 'your open roles',
  'team-changed': 'your teams',
  update: 'projects you follow',
  'repository-archived': 'your repositories',
  'export-ready': 'copies of your data',
  messages: 'unread messages',
}

/** The foot of a mail that the member can do without: why it comes, and how to end exactly this kind. */
export function buildUnsubscription(kind: SettingKind, token: string) {
  return {
    reason: `You get emails about ${KIND_TEXTS[kind]}.`,
    link: 'Unsubscribe',
    path: `/unsubscribe/${token}`,
    oneClickPath: unsubscribe.url.replace(':token', token),
  }
}

import type { SettingKind } from '@dolph/contract/notifications/notifications'

interface SettingText {
  /** The row of the settings. */
  label: string
  hint: string
  /** 'You no longer get emails about …'. */
  subject: string
}

interface SettingGroup {
  title: string
  lead: string
  kinds: readonly SettingKind[]
}

/** All kinds, by what they have to do with. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Conversations',
    lead: 'When someone writes to you, or answers you.',
    kinds: ['comment', 'reply', 'mention', 'room-mention', 'messages'],
  },
  {
    title: 'Joining and teams',
    lead: 'Requests and invitations, their deadlines, and the teams you are on.',
    kinds: ['join-requested', 'join-answered', 'invited', 'join-due', 'still-open', 'team-changed'],
  },
  {
    title: 'Projects',
    lead: 'How your projects are doing, and news from those you follow.',
    kinds: ['like', 'repository-archived', 'update'],
  },
  {
    title: 'Safety and your data',
    lead: 'Moderation decisions, the outcome of your reports, and copies of your data.',
    kinds: ['decision', 'report', 'export-ready'],
  },
]

export const SETTING_TEXTS: Record<SettingKind, SettingText> = {
  comment: {
    label: 'Comments on your projects',
    hint: 'Someone comments on something you posted.',
    subject: 'comments',
  },
  reply: {
    label: 'Replies to your comments',
    hint: 'Someone replies to one of your comments.',
    subject: 'replies',
  },
  mention: {
    label: 'Mentions',
    hint: 'Someone mentions you with @ in a comment or update.',
    subject: 'mentions',
  },
  'room-mention': {
    label: 'Mentions in your teams',
    hint: 'Someone mentions you with @ in the room of a team, even if you muted it.',
    subject: 'mentions in your teams',
  },
  like: {
    label: 'Likes of your projects',
    hint: 'A project gets its first like, then 10, 100 and 1,000.',
    subject: 'likes',
  },
  decision: {
    label: 'Moderation decisions',
    hint: 'A moderator acted on something you posted.',
    subject: 'moderation decisions',
  },
  report: {
    label: 'Your reports',
    hint: 'A moderator reviewed something you reported.',
    subject: 'your reports',
  },
  'join-requested': {
    label: 'Requests to join',
    hint: 'Someone asks to join for one of your roles.',
    subject: 'requests to join',
  },
  'join-answered': {
    label: 'Answers to your requests',
    hint: 'One of your requests or invitations was answered, or ended.',
    subject: 'answers to your requests',
  },
  invited: {
    label: 'Invitations',
    hint: 'Someone invites you to a role.',
    subject: 'invitations',
  },
  'join-due': {
    label: 'Deadlines coming up',
    hint: 'Someone is waiting for your answer and the deadline is near.',
    subject: 'requests that wait for you',
  },
  'still-open': {
    label: 'Your open roles',
    hint: 'We ask whether you are still looking.',
    subject: 'your open roles',
  },
  'team-changed': {
    label: 'Your teams',
    hint: 'Someone joined or left one of your teams.',
    subject: 'your teams',
  },
  update: {
    label: 'Projects you follow',
    hint: 'A project that you follow has news.',
    subject: 'projects you follow',
  },
  'repository-archived': {
    label: 'Your repositories',
    hint: 'A repository linked from your project is archived.',
    subject: 'your repositories',
  },
  'export-ready': {
    label: 'Copies of your data',
    hint: 'The copy that you asked for can be downloaded.',
    subject: 'copies of your data',
  },
  messages: {
    label: 'Unread messages',
    hint: 'A message stays unread for an hour while you are away.',
    subject: 'unread messages',
  },
}

import type { SettingKind } from '@dolph/contract/notifications'

interface SettingText {
  /** The row of the settings. */
  label: string
  hint: string
  /** 'You no longer get emails about …'. */
  subject: string
}

export const SETTING_TEXTS: Record<SettingKind, SettingText> = {
  comment: {
    label: 'Comments on your projects',
    hint: 'Someone comments on something you posted.',
    subject: 'comments',
  },
  reply: {
    label: 'Replies to your comments',
    hint: 'Someone answers a comment of yours.',
    subject: 'replies',
  },
  mention: {
    label: 'Mentions',
    hint: 'Someone names you in a comment or update, with @ and your username.',
    subject: 'mentions',
  },
  like: {
    label: 'Likes of your projects',
    hint: 'A project gets its first like, then 10, 100 and 1,000.',
    subject: 'likes',
  },
  decision: {
    label: 'Decisions about you',
    hint: 'A moderator decided about something you wrote.',
    subject: 'decisions',
  },
  report: {
    label: 'Your reports',
    hint: 'A person looked at what you reported.',
    subject: 'your reports',
  },
  'join-requested': {
    label: 'Requests to join',
    hint: 'Someone asks to join for one of your roles.',
    subject: 'requests to join',
  },
  'join-answered': {
    label: 'Answers to your requests',
    hint: 'A request or invitation of yours was answered, or ended.',
    subject: 'answers to your requests',
  },
  invited: {
    label: 'Invitations',
    hint: 'Someone invites you to a role.',
    subject: 'invitations',
  },
  'join-due': {
    label: 'Answers you owe',
    hint: 'A request waits for your answer and its date comes near.',
    subject: 'requests that wait for you',
  },
  'roles-asked': {
    label: 'Your open roles',
    hint: 'We ask whether you are still looking.',
    subject: 'your open roles',
  },
  'team-changed': {
    label: 'Your teams',
    hint: 'Someone joined or left a team of yours.',
    subject: 'your teams',
  },
  update: {
    label: 'Projects you follow',
    hint: 'A project that you follow has news.',
    subject: 'projects you follow',
  },
  'repository-archived': {
    label: 'Your repositories',
    hint: 'A repository that your project links is archived.',
    subject: 'your repositories',
  },
  messages: {
    label: 'Unread messages',
    hint: 'A message waits for an hour while you are away.',
    subject: 'unread messages',
  },
}

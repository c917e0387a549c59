import type { SettingKind } from '@dolph/contract/notifications'

interface SettingText {
  /** The row of the settings. */
  label: string
  hint: string
  /** 'You no longer get mails about …'. */
  subject: string
}

export const SETTING_TEXTS: Record<SettingKind, SettingText> = {
  comment: {
    label: 'Comments on your posts',
    hint: 'Someone comments on something you posted.',
    subject: 'comments',
  },
  reply: {
    label: 'Replies to your comments',
    hint: 'Someone answers a comment of yours.',
    subject: 'replies',
  },
  like: {
    label: 'Likes of your posts',
    hint: 'A post gets its first like, then 10, 100 and 1,000.',
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
  messages: {
    label: 'Unread messages',
    hint: 'A message waits for an hour while you are away.',
    subject: 'unread messages',
  },
}

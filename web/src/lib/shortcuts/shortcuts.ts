export interface Shortcut {
  group: 'Everywhere' | 'Lists' | 'Writing' | 'Messages' | 'Join requests' | 'Review'
  /** `Mod` is Cmd on an Apple keyboard and Ctrl on any other; a space stands for "then", a dash for "to". */
  keys: string
  description: string
  /** The page that the shortcut opens. */
  to?: string
  isForMembers?: true
  isForModerators?: true
}

/** Every keyboard shortcut but those of the editor, for the key handlers and for the list that `?` opens. */
export const SHORTCUTS = {
  palette: { group: 'Everywhere', keys: 'Mod+K', description: 'Search' },
  help: { group: 'Everywhere', keys: '?', description: 'Show this list' },
  close: { group: 'Everywhere', keys: 'Esc', description: 'Close what is open' },
  dashboard: createNavigationShortcut('d', '/posts', 'Go to the dashboard'),
  browse: { group: 'Everywhere', keys: 'G B', to: '/browse', description: 'Go to Browse Projects' },
  create: createNavigationShortcut('c', '/posts/create', 'Create a post'),
  messages: createNavigationShortcut('m', '/messages', 'Go to messages'),
  notifications: createNavigationShortcut('n', '/notifications', 'Go to notifications'),
  profile: createNavigationShortcut('p', '/profile', 'Go to your profile'),
  settings: createNavigationShortcut('s', '/settings', 'Go to settings'),
  search: { group: 'Lists', keys: '/', description: 'Go to the search box' },
  clear: { group: 'Lists', keys: 'Esc', description: 'Empty the search box' },
  send: createMemberShortcut('Writing', 'Mod+Enter', 'Send or save'),
  cancel: createMemberShortcut('Writing', 'Esc', 'Leave a reply, or a comment being edited'),
  message: createMemberShortcut('Messages', 'Enter', 'Send'),
  newLine: createMemberShortcut('Messages', 'Shift+Enter', 'Start a new line'),
  nextMatch: createMemberShortcut('Messages', 'Enter', 'Next match, in a search'),
  previousMatch: createMemberShortcut('Messages', 'Shift+Enter', 'Previous match, in a search'),
  answer: createMemberShortcut('Join requests', '1–3', 'Answer the focused request'),
  nextCase: createReviewShortcut('J', 'Next case'),
  previousCase: createReviewShortcut('K', 'Previous case'),
  chooseDecision: createReviewShortcut('1–5', 'Choose a decision'),
  decide: createReviewShortcut('Enter', 'Decide'),
} satisfies Record<string, Shortcut>

/** Whether the shortcut can be switched off: a single character may be typed by accident, or by voice input. */
export function isSingleKeyShortcut({ keys }: Shortcut): boolean {
  return keys.split(/[ –]/).every((key) => key.length === 1)
}

function createNavigationShortcut(key: string, to: string, description: string): Shortcut {
  const keys = `G ${key.toUpperCase()}`
  return { group: 'Everywhere', keys, to, description, isForMembers: true }
}

function createReviewShortcut(keys: string, description: string): Shortcut {
  return { group: 'Review', keys, description, isForModerators: true }
}

function createMemberShortcut(
  group: Shortcut['group'],
  keys: string,
  description: string,
): Shortcut {
  return { group, keys, description, isForMembers: true }
}

export interface Shortcut {
  group: 'Everywhere' | 'Lists' | 'Writing' | 'Messages'
  /** `Mod` is Cmd on an Apple keyboard and Ctrl on any other; a space stands for "then". */
  keys: string
  does: string
  /** The page that it leads to. */
  to?: string
  /** For those who are signed in. */
  isForMembers?: true
}

/** Every key that does something, for those who listen and for the list that `?` opens. */
export const SHORTCUTS = {
  palette: { group: 'Everywhere', keys: 'Mod+K', does: 'Search and jump' },
  help: { group: 'Everywhere', keys: '?', does: 'Show this list' },
  close: { group: 'Everywhere', keys: 'Esc', does: 'Close what is open' },
  dashboard: createNavigationShortcut('d', '/posts', 'Go to the dashboard'),
  browse: { group: 'Everywhere', keys: 'G B', to: '/browse', does: 'Go to Browse Projects' },
  create: createNavigationShortcut('c', '/posts/create', 'Create a post'),
  messages: createNavigationShortcut('m', '/messages', 'Go to messages'),
  profile: createNavigationShortcut('p', '/profile', 'Go to your profile'),
  settings: createNavigationShortcut('s', '/settings', 'Go to settings'),
  search: { group: 'Lists', keys: '/', does: 'Go to the search box' },
  clear: { group: 'Lists', keys: 'Esc', does: 'Empty the search box' },
  send: createMemberShortcut('Writing', 'Mod+Enter', 'Send or save'),
  cancel: createMemberShortcut('Writing', 'Esc', 'Leave a reply, or a comment being edited'),
  message: createMemberShortcut('Messages', 'Enter', 'Send'),
  newLine: createMemberShortcut('Messages', 'Shift+Enter', 'Start a new line'),
  nextMatch: createMemberShortcut('Messages', 'Enter', 'Next match, in a search'),
  previousMatch: createMemberShortcut('Messages', 'Shift+Enter', 'Previous match, in a search'),
} satisfies Record<string, Shortcut>

/** Whether it can be switched off: keys that write a character may be pressed by accident, or by a voice. */
export function isSingleKeyShortcut({ keys }: Shortcut): boolean {
  return keys.split(' ').every((key) => key.length === 1)
}

function createNavigationShortcut(key: string, to: string, does: string): Shortcut {
  const keys = `G ${key.toUpperCase()}`
  return { group: 'Everywhere', keys, to, does, isForMembers: true }
}

function createMemberShortcut(group: Shortcut['group'], keys: string, does: string): Shortcut {
  return { group, keys, does, isForMembers: true }
}

import type { Shortcut } from './shortcuts.ts'

/** The shortcuts in the text of a post. Apart from the others, which every page loads first. */
export const EDITOR_SHORTCUTS = {
  bold: createEditorShortcut('Mod+B', 'Bold'),
  italic: createEditorShortcut('Mod+I', 'Italic'),
  link: createEditorShortcut('Mod+K', 'Link'),
} satisfies Record<string, Shortcut>

function createEditorShortcut(keys: string, name: string): Shortcut {
  return {
    group: 'Writing',
    keys,
    description: `${name}, in the text of a post`,
    isForMembers: true,
  }
}

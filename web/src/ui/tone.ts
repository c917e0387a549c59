/** The muted hues of badges and avatars. */
export type Tone = 'iris' | 'mint' | 'sky' | 'amber' | 'lime' | 'rose' | 'orchid' | 'leaf' | 'slate'

/** Written out in full, so that Tailwind finds every class. */
export const TONE_CLASS: Record<Tone, string> = {
  iris: 'tone-iris',
  mint: 'tone-mint',
  sky: 'tone-sky',
  amber: 'tone-amber',
  lime: 'tone-lime',
  rose: 'tone-rose',
  orchid: 'tone-orchid',
  leaf: 'tone-leaf',
  slate: 'tone-slate',
}

const NAME_TONES: readonly Tone[] = [
  'iris',
  'mint',
  'sky',
  'amber',
  'lime',
  'rose',
  'orchid',
  'leaf',
]

/** The same name has the same tone on every screen and every device. */
export function getToneForName(name: string): Tone {
  let hash = 0x811c9dc5
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  const mixed = (hash ^ (hash >>> 15)) >>> 0
  return NAME_TONES[mixed % NAME_TONES.length] ?? 'slate'
}

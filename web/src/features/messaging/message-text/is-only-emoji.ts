/** More emoji than this are shown as text. */
const EMOJI_MAX = 3

const EMOJI_PATTERN = String.raw`(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)*)`
const ONLY_EMOJI_PATTERN = new RegExp(`^(?:${EMOJI_PATTERN}\\s*){1,${EMOJI_MAX}}$`, 'u')

/** Whether a message is shown large, without a bubble: one to three emoji and nothing else. */
export function isOnlyEmoji(content: string): boolean {
  return ONLY_EMOJI_PATTERN.test(content)
}

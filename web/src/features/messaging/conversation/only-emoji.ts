/** So few stand by themselves; more are a text. */
const FEW = 3

const ONE = String.raw`(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)*)`
const FEW_EMOJI = new RegExp(`^(?:${ONE}\\s*){1,${FEW}}$`, 'u')

/** Whether a message is a gesture rather than a text: one to three emoji and nothing else. */
export function isOnlyEmoji(content: string): boolean {
  return FEW_EMOJI.test(content)
}

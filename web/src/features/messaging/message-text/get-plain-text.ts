import { stripBeginning } from '@dolph/contract/strip-markdown'

/** The beginning of a message without its marks, where it is named or read out. */
export function getPlainText(content: string, isMarkdown: boolean): string {
  return isMarkdown ? stripBeginning(content) : content
}

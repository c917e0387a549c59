import { useStoredText, writeStoredText } from '../../../../lib/stored-text.ts'

const STORAGE_KEY = 'editor-font'

/** Whether texts are written in a monospace font, as last chosen on this device. */
export function useMonospace(): [boolean, (isMonospace: boolean) => void] {
  return [useStoredText('local', STORAGE_KEY) === 'mono', setMonospace]
}

function setMonospace(isMonospace: boolean): void {
  writeStoredText('local', STORAGE_KEY, isMonospace ? 'mono' : null)
}

import { EMPTY_IMPORT, README_BYTES_MAX, type ProjectImport } from '@dolph/contract/imports/imports'
import { isProjectFile, readProjectFile } from '@dolph/contract/imports/project-file'
import { readReadme } from '@dolph/contract/imports/readme'

/** A reason for the member why a text or file cannot be used. */
export class UnreadableTextError extends Error {}

/** Reads a README or a `.dolph.yml` on this device; nothing is sent. */
export async function readImportText(text: string, fileName = ''): Promise<ProjectImport> {
  if (/\.ya?ml$/i.test(fileName) || isProjectFile(text)) {
    const { parse } = await import('yaml')
    const { state, topics, roles, problems } = readProjectFile(text, parse)
    return { ...EMPTY_IMPORT, state, topics, roles, problems }
  }
  const draft = { ...EMPTY_IMPORT, ...readReadme(text) }
  if (draft.title === '' && draft.body === '')
    throw new UnreadableTextError('There is no text in it.')
  return draft
}

export async function readImportFile(file: File): Promise<ProjectImport> {
  if (file.size > README_BYTES_MAX)
    throw new UnreadableTextError('The file is larger than 256 KiB.')
  const text = await file.text().catch(() => null)
  if (text === null) throw new UnreadableTextError('The file could not be read.')
  if (text.includes('\u0000')) throw new UnreadableTextError('This is not a text file.')
  return readImportText(text, file.name)
}

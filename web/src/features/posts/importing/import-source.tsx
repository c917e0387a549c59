import {
  importProject,
  INVALID_REPOSITORY_LINK,
  parseRepositoryLink,
  type ProjectImport,
} from '@dolph/contract/imports/imports'
import { CodeXml, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { useFileDrop } from '../../../ui/pictures/use-file-drop.ts'
import { OwnRepositories } from './own-repositories.tsx'
import { readImportFile, readImportText, UnreadableTextError } from './read-import-text.ts'

export const NOTHING_TYPED = { link: '', text: '' }

interface Props {
  typed: typeof NOTHING_TYPED
  onType: (typed: typeof NOTHING_TYPED) => void
  problem: string | undefined
  isReading: boolean
  onRead: (source: (signal: AbortSignal) => Promise<ProjectImport>) => void
}

const FILE_TYPES = '.md,.markdown,.mdown,.txt,.yml,.yaml'

/** Where the project is read from: a repository, or a pasted text or a file, which stay on the device. */
export function ImportSource({ typed, onType, problem, isReading, onRead }: Props) {
  const { link, text } = typed
  const fileInput = useRef<HTMLInputElement>(null)

  const readLink = () => onRead((signal) => readRepository(link, signal))
  const readFile = (file: File | null | undefined) => {
    if (file) onRead(() => readImportFile(file))
  }
  const { isDragOver, dropProps } = useFileDrop(([file]) => readFile(file))

  return (
    <div
      {...dropProps}
      role="group"
      aria-label="README or .dolph.yml"
      className={cx('grid gap-4 rounded-card', isDragOver && 'outline-2 outline-focus')}
    >
      <OwnRepositories
        isReading={isReading}
        onChoose={(url) => onRead((signal) => readRepository(url, signal))}
      />
      <div className="flex items-start gap-2">
        <Field
          label="GitHub repository"
          icon={CodeXml}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://github.com/you/project"
          value={link}
          onChange={({ target }) => onType({ ...typed, link: target.value })}
          onKeyDown={({ key }) => key === 'Enter' && !isReading && readLink()}
          className="min-w-0 flex-1"
        />
        <Button
          busy={isReading}
          disabled={link.trim() === ''}
          onClick={readLink}
          // Beside the field, below its label.
          className="mt-6.5"
        >
          Read
        </Button>
      </div>
      <p aria-hidden="true" className="text-center text-sm text-faint">
        or
      </p>
      <Textarea
        label="README or .dolph.yml"
        dir="auto"
        rows={6}
        spellCheck={false}
        placeholder="# My project"
        hint="Paste the text, or drop the file here. It is read on this device."
        value={text}
        onChange={({ target }) => onType({ ...typed, text: target.value })}
        className="[&_textarea]:max-h-64"
      />
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <input
          ref={fileInput}
          type="file"
          accept={FILE_TYPES}
          aria-label="File"
          className="hidden"
          onChange={({ target }) => {
            readFile(target.files?.[0])
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
        <Button icon={FileUp} disabled={isReading} onClick={() => fileInput.current?.click()}>
          Choose a file
        </Button>
        <Button
          variant="primary"
          busy={isReading}
          disabled={text.trim() === ''}
          onClick={() => onRead(() => readImportText(text))}
        >
          Use this text
        </Button>
      </div>
    </div>
  )
}

async function readRepository(url: string, signal: AbortSignal): Promise<ProjectImport> {
  if (!parseRepositoryLink(url)) throw new UnreadableTextError(INVALID_REPOSITORY_LINK)
  return (await callEndpoint(importProject, { body: { url } }, signal)).data
}

import type { FoundPerson } from '@dolph/contract/people/people'
import type { Post } from '@dolph/contract/posts/posts'
import type { IconType } from '../../ui/icon.ts'

/** One line of the palette. */
export type PaletteEntry = { id: string; label: string } & (
  | { kind: 'page'; to: string; icon: IconType; keys?: string | undefined }
  | { kind: 'command'; icon: IconType; keys?: string | undefined; run: () => void }
  | { kind: 'project'; to: string; post: Post }
  | { kind: 'person'; to: string; messageTo: string; person: FoundPerson }
  | { kind: 'search'; to: string }
  | { kind: 'retry'; run: () => void }
)

export interface PaletteEntryGroup {
  title: 'Pages' | 'Actions' | 'Projects' | 'People'
  entries: PaletteEntry[]
  /** The message for a search that failed. */
  failure?: string
}

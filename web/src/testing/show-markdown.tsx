import { render, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { Markdown } from '../ui/markdown.tsx'

/** The renderer is fetched once, which takes a busy machine its time. */
export const LOADING = { timeout: 10_000 }

/** Renders a text, and waits until it is more than its plain self. */
export async function showMarkdown(text: string): Promise<HTMLElement> {
  document.body.replaceChildren()
  const { container } = render(<Markdown text={text} />)
  await rendererIsThere()
  return container.querySelector<HTMLElement>('.markdown') ?? container
}

export async function rendererIsThere() {
  const { container, unmount } = render(<Markdown text="*probe*" />)
  await waitFor(() => expect(container.querySelector('em')).toBeTruthy(), LOADING)
  unmount()
}

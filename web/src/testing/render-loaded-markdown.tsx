import { render, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { MarkdownOptions } from '../ui/markdown/markdown-options.ts'
import { Markdown } from '../ui/markdown/markdown.tsx'

/** The renderer is imported once, which can be slow on a busy machine. */
export const LOADING_TIMEOUT = { timeout: 10_000 }

/** Renders a text, and waits until the Markdown renderer is loaded. */
export async function renderLoadedMarkdown(
  text: string,
  options: Partial<MarkdownOptions> = {},
): Promise<HTMLElement> {
  document.body.replaceChildren()
  const { container } = render(<Markdown text={text} {...options} />)
  await waitForMarkdownRenderer()
  return container.querySelector<HTMLElement>('.markdown') ?? container
}

export async function waitForMarkdownRenderer() {
  const { container, unmount } = render(<Markdown text="*probe*" />)
  await waitFor(() => expect(container.querySelector('em')).toBeTruthy(), LOADING_TIMEOUT)
  unmount()
}

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let root: Root | undefined
let container: HTMLElement

beforeEach(() => {
  container = document.createElement('div')
  document.body.append(container)
})

afterEach(() => {
  act(() => root?.unmount())
  container.remove()
})

const TEXT = 'Read *this*:\n\n```ts\nconst tide = 1\n```'

/** Renders as the server does, and returns the module as a browser has it: without a renderer. */
async function renderOnServer() {
  vi.resetModules()
  const server = await import('./markdown.tsx')
  await server.loadMarkdown()
  container.innerHTML = renderToString(<server.ServerMarkdown text={TEXT} />)
  vi.resetModules()
  return import('./markdown.tsx')
}

async function hydrate(page: React.ReactNode) {
  const errors: unknown[] = []
  await act(async () => {
    root = hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) })
  })
  return errors
}

test('a text of the server has its colors, stays the same elements, and its code can be copied', async () => {
  const user = userEvent.setup()
  const { ServerMarkdown } = await renderOnServer()
  const emphasis = container.querySelector('em')
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('const')

  expect(await hydrate(<ServerMarkdown text={TEXT} />)).toEqual([])

  expect(container.querySelector('em')).toBe(emphasis)
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(await navigator.clipboard.readText()).toBe('const tide = 1')
  expect((await screen.findByRole('status')).textContent).toBe('Copied')
})

test('a changed text is rendered by the browser', async () => {
  const { ServerMarkdown } = await renderOnServer()
  await hydrate(<ServerMarkdown text={TEXT} />)

  await act(async () => root?.render(<ServerMarkdown text="Read **that**" />))

  await vi.waitFor(() => expect(container.querySelector('strong')?.textContent).toBe('that'))
  expect(container.querySelector('em')).toBeNull()
})

test('a text that comes back after another one is rendered by the browser', async () => {
  const { ServerMarkdown } = await renderOnServer()
  await hydrate(<ServerMarkdown text={TEXT} />)
  await act(async () => root?.render(<ServerMarkdown text="Read **that**" />))

  await act(async () => root?.render(<ServerMarkdown text={TEXT} />))

  await vi.waitFor(() => expect(container.querySelector('em')?.textContent).toBe('this'))
})

test('a text that is not there after an error of hydration is rendered by the browser', async () => {
  const { ServerMarkdown } = await renderOnServer()
  const errors = await hydrate(
    <div>
      <p>Not what the server sent</p>
      <ServerMarkdown text={TEXT} />
    </div>,
  )
  expect(errors).not.toEqual([])
  await vi.waitFor(() => expect(container.querySelector('em')?.textContent).toBe('this'))
})

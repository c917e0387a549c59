import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { waitForMarkdownRenderer } from '../../testing/render-loaded-markdown.tsx'
import { Markdown } from './markdown.tsx'

test('mentioned members are links to their profiles, as they were typed', async () => {
  await renderMentions('Thanks @ADA, and **@bob-2**!', ['ada', 'bob-2'])
  expect(listLinks()).toEqual(['@ADA /profile/ada', '@bob-2 /profile/bob-2'])
})

test('nobody else is a link, nor anybody in code, in a link or in an address', async () => {
  await renderMentions(
    'Ask @cleo, `@ada`, [see @ada](https://example.org) or ada@ada.example\n\n```\n@ada\n```',
    ['ada'],
  )
  expect(listLinks()).toEqual([
    'see @ada https://example.org/',
    'ada@ada.example mailto:ada@ada.example',
  ])
})

test('neither a link nor HTML can pretend to be a mention', async () => {
  await renderMentions('[@ada](/profile/eve) <a data-mention href="/x">@eve</a>', ['ada'])
  expect(listLinks()).toEqual([])
})

async function renderMentions(text: string, mentions: string[]) {
  await waitForMarkdownRenderer()
  const routes = [{ path: '*', element: <Markdown text={text} mentions={mentions} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

function listLinks() {
  return screen
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

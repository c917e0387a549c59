import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { drawCover, NO_ID } from './cover-drawing.ts'
import { PostCover } from './post-cover.tsx'

const KEY = 'k'.repeat(43)
const cover = { url: `/pictures/${KEY}/1280x720.webp`, alt: 'A clock on a wall' }

test('a post without a picture has a drawing, the same on every device and on the server', () => {
  const post = createPostFixture()
  const first = renderToString(<PostCover post={post} size="card" />)
  expect(first).toBe(renderToString(<PostCover post={{ ...post }} size="card" />))
  expect(first).toContain('<svg aria-hidden="true"')
  expect(first.length).toBeLessThan(1000)
})

test('drawings differ from post to post', () => {
  const drawings = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify(drawCover({ id: `post-${n}`, activity: 0, teamSize: 0 })),
  )
  expect(new Set(drawings).size).toBe(50)
})

test('a post that is being written has calm water, and no drawing that publishing would replace by another', () => {
  const { layers, sun } = drawCover({ id: NO_ID, activity: 0, teamSize: 0 })
  expect([layers.length, sun]).toEqual([2, undefined])
})

test('a lively project has more waves, and each teammate a fin', () => {
  const count = (activity: number, teamSize: number) => {
    const { layers } = drawCover({ id: 'post-2', activity, teamSize })
    return [layers.length, layers.join('').split('M').length - 1 - layers.length]
  }
  expect([count(0, 0), count(2, 1), count(10, 3), count(100, 9)]).toEqual([
    [2, 0],
    [3, 1],
    [4, 3],
    [5, 4],
  ])
})

test('the path of a drawing has only numbers and commands', () => {
  const paths = Array.from(
    { length: 50 },
    (_, n) => drawCover({ id: `post-${n}`, activity: n, teamSize: n }).layers,
  ).flat()
  expect(paths.filter((path) => !/^[MqtVHz\d\s-]+$/.test(path))).toEqual([])
})

test('a picture has its description, its size and both files', () => {
  render(<PostCover post={createPostFixture({ cover })} size="card" />)
  const image = screen.getByRole('img', { name: 'A clock on a wall' })
  expect(
    ['src', 'srcset', 'width', 'height', 'loading'].map((name) => image.getAttribute(name)),
  ).toEqual([
    `/pictures/${KEY}/640x360.webp`,
    `/pictures/${KEY}/640x360.webp 640w, ${cover.url} 1280w`,
    '640',
    '360',
    'lazy',
  ])
})

test('a picture that is seen first loads at once', () => {
  render(<PostCover post={createPostFixture({ cover })} size="row" isEager />)
  expect(screen.getByRole('img').getAttribute('loading')).toBe('eager')
})

test('a picture that does not load is replaced by the drawing, until there is another one', () => {
  const post = createPostFixture({ cover })
  const { container, rerender } = render(<PostCover post={post} size="page" />)
  fireEvent.error(screen.getByRole('img'))
  expect(container.querySelector('svg')).toBeTruthy()
  const other = { url: cover.url.replaceAll('k', 'j'), alt: '' }
  rerender(<PostCover post={{ ...post, cover: other }} size="page" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(other.url)
})

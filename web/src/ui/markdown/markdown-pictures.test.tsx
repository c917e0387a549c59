import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { LOADING_TIMEOUT, renderLoadedMarkdown } from '../../testing/render-loaded-markdown.tsx'

const KEY = 'k'.repeat(43)
const WIDE = `/pictures/${KEY}/1200x800.webp`
const SMALL = `/pictures/${KEY}/300x200.webp`
const HIGH = `/pictures/${KEY}/640x1280.webp`

describe('a picture of the post', () => {
  test('has its size before it is loaded, a smaller file for phones, and loads when it is near', async () => {
    const content = await renderLoadedMarkdown(`![The clock](${WIDE})`, { hasPictures: true })
    const image = content.querySelector('img')
    const attributes = ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'srcset']
    expect(attributes.map((name) => image?.getAttribute(name))).toEqual([
      WIDE,
      'The clock',
      '960',
      '640',
      'lazy',
      'async',
      `/pictures/${KEY}/640x427.webp 640w, ${WIDE} 1200w`,
    ])
  })

  test('that is small has one file and its own size', async () => {
    const content = await renderLoadedMarkdown(`![](${SMALL})`, { hasPictures: true })
    const image = content.querySelector('img')
    expect(['width', 'height', 'srcset'].map((name) => image?.getAttribute(name))).toEqual([
      '300',
      '200',
      null,
    ])
  })

  test('is text where pictures are not shown', async () => {
    const content = await renderLoadedMarkdown(`![The clock](${WIDE})`)
    expect(content.querySelector('img')).toBeNull()
    expect(content.textContent).toBe('The clock')
  })
})

test.each([
  'https://a.example/clock.png',
  `https://a.example${WIDE}`,
  `//a.example${WIDE}`,
  `/\\a.example${WIDE}`,
  `/pictures/../${KEY}/1200x800.webp`,
  '/pictures/../x',
  `/pictures/${KEY}/../1200x800.webp`,
  `/pictures/${KEY}%2f..%2f/1200x800.webp`,
  `/pictures/${KEY}/1200x800.svg`,
  `/pictures/${KEY}/1200x800.webp?x=1`,
  `/pictures/${KEY}/1200x800.webp#x`,
  `/pictures/${KEY}/0x800.webp`,
  `/pictures/${KEY}/99999x800.webp`,
  `/pictures/${KEY}/512.webp`,
  `/pictures/${KEY}x/1200x800.webp`,
  `pictures/${KEY}/1200x800.webp`,
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/webp;base64,UklGRg==',
  'blob:https://a.example/x',
  'javascript:alert(1)',
  '/api/users/logout',
  '/favicon.svg',
])('%j is never loaded as a picture', async (url) => {
  for (const form of [`![words](<${url}>)`, `![words](${url})`, `![words][1]\n\n[1]: <${url}>`]) {
    const content = await renderLoadedMarkdown(form, { hasPictures: true })
    expect(content.querySelector('img, source, svg, object, iframe')).toBeNull()
  }
})

test('a picture inside a link stays the text of the link', async () => {
  const content = await renderLoadedMarkdown(`[![The clock](${WIDE})](https://a.example)`, {
    hasPictures: true,
  })
  expect(content.querySelector('img, button')).toBeNull()
  expect(screen.getByRole('link', { name: 'The clock' })).toBeTruthy()
})

describe('the full view', () => {
  async function openFirst() {
    await renderLoadedMarkdown(`![One](${WIDE})\n\nwords\n\n![Two](${HIGH})`, {
      hasPictures: true,
    })
    const user = userEvent.setup()
    screen.getByRole('link', { name: 'Enlarge picture: One' }).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', {}, LOADING_TIMEOUT)
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    return user
  }
  const getShown = () => screen.getByRole('dialog').querySelector('img')

  test('opens by keyboard with the picture in its true size and its description', async () => {
    await openFirst()
    const attributes = ['src', 'alt', 'width'].map((name) => getShown()?.getAttribute(name))
    expect(attributes).toEqual([WIDE, 'One', '1200'])
    expect(screen.getByRole('dialog').querySelector('figcaption')?.textContent).toBe('One')
  })

  test('moves with the arrow keys, and after the last comes the first', async () => {
    const user = await openFirst()
    await user.keyboard('{ArrowRight}')
    expect(getShown()?.getAttribute('src')).toBe(HIGH)
    expect(screen.getByText('2 of 2')).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    expect(getShown()?.getAttribute('src')).toBe(WIDE)
    await user.keyboard('{ArrowLeft}')
    expect(getShown()?.getAttribute('src')).toBe(HIGH)
  })

  test('closes with Escape, and the focus returns to the picture', async () => {
    const user = await openFirst()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('link', { name: 'Enlarge picture: One' }),
      ),
    )
  })

  test('moves with a swipe to the side and closes with a swipe down', async () => {
    await openFirst()
    const swipe = (x: number, y: number) => {
      const area = screen.getByRole('dialog')
      const touch = { pointerType: 'touch', isPrimary: true }
      fireEvent.pointerDown(area, { ...touch, clientX: 200, clientY: 200 })
      fireEvent.pointerUp(area, { ...touch, clientX: 200 + x, clientY: 200 + y })
    }
    swipe(-20, 10)
    expect(getShown()?.getAttribute('src')).toBe(WIDE)
    swipe(-120, 10)
    expect(getShown()?.getAttribute('src')).toBe(HIGH)
    swipe(10, 140)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

import { expect, test } from 'vitest'
import { joinPictures, splitPictures } from './split-pictures.ts'

const [ONE, TWO] = ['a', 'b'].map((letter) => ({
  url: `/api/messages/pictures/${letter.repeat(43)}/900x600.webp`,
  alt: `A ] *${letter}*`,
})) as [{ url: string; alt: string }, { url: string; alt: string }]

test.each([
  ['', [ONE]],
  ['Look', [ONE, TWO]],
  ['```ts\nnever closed', [TWO]],
  ['No pictures', []],
])('%j with %j is the same after it is joined and split', (text, pictures) => {
  expect(splitPictures(joinPictures({ text, pictures }))).toEqual({ text, pictures })
})

test('pictures anywhere in a text are taken out of it; those of other sites and of posts stay', () => {
  const others = `![a](https://a.example/1x1.webp) ![b](/pictures/${'c'.repeat(43)}/9x9.webp)`
  const content = `Before\n\n![](${ONE.url})\n\nafter ${others} ![](${TWO.url})`
  expect(splitPictures(content)).toEqual({
    text: `Before\n\nafter ${others}`,
    pictures: [ONE, TWO].map(({ url }) => ({ url, alt: '' })),
  })
})

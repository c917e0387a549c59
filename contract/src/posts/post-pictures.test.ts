import { describe, expect, test } from 'vitest'
import {
  BODY_PICTURES_MAX,
  BODY_PICTURES_TOO_MANY,
  listBodyPictures,
  parsePostPictureUrl,
  removePictureUrls,
  toCardCoverUrl,
  toSmallBodyPictureUrl,
} from './post-pictures.ts'
import { PostDraft } from './posts.ts'
import { stripMarkdown } from '../strip-markdown.ts'

const KEY = 'k'.repeat(43)
const URL = `/pictures/${KEY}/1280x853.webp`

describe('the URL of a picture of a post', () => {
  test('tells its key and its dimensions', () => {
    expect(parsePostPictureUrl(URL)).toEqual({ key: KEY, width: 1280, height: 853 })
  })

  test.each([
    ['of a profile picture', `/pictures/${KEY}/512.webp`],
    ['with a short key', '/pictures/abc/640x360.webp'],
    ['without a width', `/pictures/${KEY}/0x360.webp`],
    ['of another site', `https://evil.example/pictures/${KEY}/640x360.webp`],
    ['with a query', `${URL}?a=1`],
    ['of another format', `/pictures/${KEY}/640x360.svg`],
  ])('is not one %s', (_, url) => {
    expect(parsePostPictureUrl(url)).toBeNull()
    expect(toSmallBodyPictureUrl(url)).toBe(url)
  })

  test('leads to the smaller file, which a narrow picture does not have', () => {
    expect(toSmallBodyPictureUrl(URL)).toBe(`/pictures/${KEY}/640x427.webp`)
    expect(toSmallBodyPictureUrl(`/pictures/${KEY}/640x2560.webp`)).toContain('/640x2560.webp')
    expect(toSmallBodyPictureUrl(`/pictures/${KEY}/1280x1.webp`)).toContain('/640x1.webp')
    expect(toCardCoverUrl(`/pictures/${KEY}/1280x720.webp`)).toBe(`/pictures/${KEY}/640x360.webp`)
  })
})

describe('the pictures in a text', () => {
  test.each([
    ['a picture', `![A tide](${URL})`],
    ['a picture with a title', `![A tide](${URL} "Low water")`],
    ['a picture in angle brackets', `![A tide](<${URL}>)`],
    ['a picture by reference', `![A tide][1]\n\n[1]: ${URL}`],
    ['a link', `[A tide](${URL})`],
    ['a bare URL', `See ${URL}.`],
  ])('are found as %s', (_, body) => {
    expect(listBodyPictures(body)).toEqual([URL])
    expect(removePictureUrls(body)).not.toContain(KEY)
  })

  test('are not those of other sites', () => {
    expect(listBodyPictures(`![A](https://evil.example${URL}) ![B](//evil.example${URL})`)).toEqual(
      [],
    )
  })

  test('are in the excerpt with what they show only', () => {
    expect(stripMarkdown(`Before\n\n![A tide](${URL})\n\nafter`)).toBe('Before A tide after')
  })

  test('are at most eight, counting each time one is shown', () => {
    const draft = { title: 'Tide', type: 'showcase', github: '', demo: '', projectUrl: '' }
    const build = (count: number) => ({ ...draft, body: `![A](${URL})\n`.repeat(count) })

    expect(PostDraft.safeParse(build(BODY_PICTURES_MAX)).success).toBe(true)
    expect(PostDraft.safeParse(build(BODY_PICTURES_MAX + 1)).error?.issues).toMatchObject([
      { path: ['body'], message: BODY_PICTURES_TOO_MANY },
    ])
  })
})

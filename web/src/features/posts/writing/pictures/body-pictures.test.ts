import { expect, test } from 'vitest'
import { formatPicture, removePicture } from '../../../../ui/pictures/picture-markdown.ts'
import { describeBodyPicture, findBodyPictures } from './body-pictures.ts'
import { createUploadMark, removeUploadMarks } from './upload-mark.ts'

const URL_ONE = `/pictures/${'a'.repeat(43)}/1200x800.webp`
const URL_TWO = `/pictures/${'b'.repeat(43)}/300x200.webp`
const BODY = `Hello\n\n![The clock](${URL_ONE})\n\nwords ![](${URL_TWO}) words`

test('the uploaded pictures of a text are found in their order', () => {
  expect(findBodyPictures(BODY).map(({ alt, url }) => [alt, url])).toEqual([
    ['The clock', URL_ONE],
    ['', URL_TWO],
  ])
})

test.each(['![a](https://a.example/b.png)', '![a](/pictures/x/1x1.webp)', `[a](${URL_ONE})`, '!['])(
  '%s is no uploaded picture',
  (body) => expect(findBodyPictures(body)).toEqual([]),
)

test.each([
  'A clock',
  'a ] b [ c \\ d',
  '](https://a.example) *bold* _it_ `code` <b> &amp; !',
  'שעון 🕰',
  '',
])('the description %j is the same after it is written and read', (alt) => {
  const body = formatPicture(alt, URL_ONE)
  expect(findBodyPictures(body)).toEqual([{ start: 0, end: body.length, alt, url: URL_ONE }])
})

test('a description changes only its own picture', () => {
  const second = findBodyPictures(BODY)[1]
  const changed = second && describeBodyPicture(BODY, second, 'Two\nlines')
  expect(changed).toBe(BODY.replace('![](', '![Two lines]('))
})

test('a picture is removed with the line that it had for itself', () => {
  const [first, second] = findBodyPictures(BODY)
  expect(first && removePicture(BODY, first)).toBe(`Hello\n\nwords ![](${URL_TWO}) words`)
  expect(second && removePicture(BODY, second)).toBe(
    `Hello\n\n![The clock](${URL_ONE})\n\nwords  words`,
  )
})

test('the marks of uploads that a reload has ended are removed, whatever the file was called', () => {
  const marks = ['clock.png', '](x) [y](z)\n', '🕰'.repeat(80)].map(createUploadMark)
  expect(removeUploadMarks(`before\n${marks.join('\n')}\nafter`)).toBe('before\nafter')
})

import { buildMultipartForm } from './upload-picture-file.ts'

export interface HostileForm {
  name: string
  /** None at all where it is null. */
  type: string | null
  body: Buffer
  expectedResult: 'refused' | 'stored' | 'either'
}

/** Requests around one good picture that no browser would send. */
export function createHostileForms(picture: Buffer): HostileForm[] {
  const forms: HostileForm[] = []
  const one = buildMultipartForm({ bytes: picture })
  const add = (fate: HostileForm['expectedResult'], name: string, form: Partial<typeof one> = {}) =>
    forms.push({ name, expectedResult: fate, ...one, ...form })
  const typed = (name: string, type: string | null) =>
    forms.push({ name, expectedResult: 'refused', type, body: one.body })
  const headed = (header: string) =>
    Buffer.from(one.body.toString('latin1').replace('content-type:', `${header}\r\n$&`), 'latin1')
  const word = Buffer.from('word')

  add('refused', 'another field', buildMultipartForm({ field: 'picture', bytes: picture }))
  add(
    'refused',
    'a field that is a prototype',
    buildMultipartForm({ field: '__proto__', bytes: picture }),
  )
  add(
    'refused',
    'a field that is a constructor',
    buildMultipartForm({ field: 'constructor', bytes: picture }),
  )
  add('refused', 'a field with no name', buildMultipartForm({ field: '', bytes: picture }))
  add(
    'refused',
    'a very long field',
    buildMultipartForm({ field: 'x'.repeat(70_000), bytes: picture }),
  )
  add('refused', 'two files', buildMultipartForm({ bytes: picture }, { bytes: picture }))
  add(
    'refused',
    'a file and a word',
    buildMultipartForm({ bytes: picture }, { filename: null, type: 'text/plain', bytes: word }),
  )
  add(
    'refused',
    'a word and a file',
    buildMultipartForm({ filename: null, type: 'text/plain', bytes: word }, { bytes: picture }),
  )
  add(
    'refused',
    'a word alone',
    buildMultipartForm({ filename: null, type: 'text/plain', bytes: word }),
  )
  add(
    'refused',
    '10,000 parts',
    buildMultipartForm(
      ...Array.from({ length: 10_000 }, (_, nth) => ({ field: `f${nth}`, bytes: word })),
    ),
  )
  add(
    'refused',
    '10,000 words',
    buildMultipartForm(
      ...Array.from({ length: 10_000 }, () => ({
        filename: null,
        type: 'text/plain',
        bytes: word,
      })),
    ),
  )
  add('refused', 'a form of nothing', buildMultipartForm())
  add('refused', 'an empty file', buildMultipartForm({ bytes: Buffer.alloc(0) }))
  add('refused', 'no body', { body: Buffer.alloc(0) })
  add('refused', 'half of a form', { body: one.body.subarray(0, one.body.length / 2) })
  add('refused', 'a form without its end', { body: one.body.subarray(0, -8) })
  add('refused', 'only a boundary', { body: one.body.subarray(0, 30) })
  add('refused', 'noise', { body: Buffer.alloc(200_000, 'xyz') })
  add('either', 'a file without a name', buildMultipartForm({ filename: null, bytes: picture }))
  add('either', 'a file with an empty name', buildMultipartForm({ filename: '', bytes: picture }))
  add(
    'stored',
    'a name that climbs',
    buildMultipartForm({ filename: '../../../../etc/passwd', bytes: picture }),
  )
  add(
    'stored',
    'a name that is a command',
    buildMultipartForm({ filename: '$(id); rm -rf /;.jpg', bytes: picture }),
  )
  add(
    'either',
    'a name with a zero',
    buildMultipartForm({ filename: 'a.php\0.jpg', bytes: picture }),
  )
  add(
    'either',
    'a very long name',
    buildMultipartForm({ filename: 'n'.repeat(100_000), bytes: picture }),
  )
  add(
    'stored',
    'a picture that says it is a page',
    buildMultipartForm({ filename: 'x.html', type: 'text/html', bytes: picture }),
  )
  add(
    'either',
    'a picture that says it is JSON',
    buildMultipartForm({ type: 'application/json', bytes: picture }),
  )
  add('either', 'a part with 2,000 headers', {
    body: headed(Array.from({ length: 2_000 }, (_, nth) => `x-${nth}: 1`).join('\r\n')),
  })
  add('either', 'a part with a header of 1 MB', {
    body: headed(`x-long: ${'x'.repeat(1_000_000)}`),
  })
  add('either', 'a part in base64', { body: headed('content-transfer-encoding: base64') })
  typed('a form without a boundary', 'multipart/form-data')
  typed('a form with an empty boundary', 'multipart/form-data; boundary=')
  typed('a form with another boundary', 'multipart/form-data; boundary=another')
  typed('a form with a very long boundary', `multipart/form-data; boundary=${'b'.repeat(9_000)}`)
  typed('a mixed form', one.type.replace('form-data', 'mixed'))
  typed('a form that says it is JSON', 'application/json')
  typed('a form that says it is text', 'text/plain')
  typed('a form that says it is a picture', 'image/jpeg')
  typed('a form that says it is a simple form', 'application/x-www-form-urlencoded')
  typed('a form that says nothing', null)
  return forms
}

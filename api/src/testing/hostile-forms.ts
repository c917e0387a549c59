import { buildMultipartForm, type FormPart } from './pictures/upload-picture-file.ts'

export interface HostileForm {
  name: string
  /** The content type; null sends no such header. */
  type: string | null
  body: Buffer
  expectedResult: 'refused' | 'stored' | 'either'
}

/** Upload requests with a valid picture in the form field `field` that no browser would send. */
export function createHostileForms(picture: Buffer, field: string): HostileForm[] {
  const buildForm = (...parts: FormPart[]) =>
    buildMultipartForm(...parts.map((part) => ({ field, ...part })))
  const forms: HostileForm[] = []
  const validForm = buildForm({ bytes: picture })
  const add = (
    expectedResult: HostileForm['expectedResult'],
    name: string,
    form: Partial<typeof validForm> = {},
  ) => forms.push({ name, expectedResult, ...validForm, ...form })
  const addWithType = (name: string, type: string | null) =>
    forms.push({ name, expectedResult: 'refused', type, body: validForm.body })
  const withPartHeader = (header: string) =>
    Buffer.from(
      validForm.body.toString('latin1').replace('content-type:', `${header}\r\n$&`),
      'latin1',
    )
  const word = Buffer.from('word')

  add('refused', 'another field', buildForm({ field: 'other', bytes: picture }))
  add('refused', 'a field named __proto__', buildForm({ field: '__proto__', bytes: picture }))
  add('refused', 'a field named constructor', buildForm({ field: 'constructor', bytes: picture }))
  add('refused', 'a field with no name', buildForm({ field: '', bytes: picture }))
  add('refused', 'a very long field name', buildForm({ field: 'x'.repeat(70_000), bytes: picture }))
  add('refused', 'two files', buildForm({ bytes: picture }, { bytes: picture }))
  add(
    'refused',
    'a file and a text field',
    buildForm({ bytes: picture }, { filename: null, type: 'text/plain', bytes: word }),
  )
  add(
    'refused',
    'a text field and a file',
    buildForm({ filename: null, type: 'text/plain', bytes: word }, { bytes: picture }),
  )
  add(
    'refused',
    'only a text field',
    buildForm({ filename: null, type: 'text/plain', bytes: word }),
  )
  add(
    'refused',
    '10,000 parts',
    buildForm(
      ...Array.from({ length: 10_000 }, (_, index) => ({ field: `f${index}`, bytes: word })),
    ),
  )
  add(
    'refused',
    '10,000 text fields',
    buildForm(
      ...Array.from({ length: 10_000 }, () => ({
        filename: null,
        type: 'text/plain',
        bytes: word,
      })),
    ),
  )
  add('refused', 'a form without parts', buildForm())
  add('refused', 'an empty file', buildForm({ bytes: Buffer.alloc(0) }))
  add('refused', 'no body', { body: Buffer.alloc(0) })
  add('refused', 'a form cut in half', {
    body: validForm.body.subarray(0, validForm.body.length / 2),
  })
  add('refused', 'a form without its final boundary', { body: validForm.body.subarray(0, -8) })
  add('refused', 'only a boundary', { body: validForm.body.subarray(0, 30) })
  add('refused', 'noise', { body: Buffer.alloc(200_000, 'xyz') })
  add('either', 'a file without a filename', buildForm({ filename: null, bytes: picture }))
  add('either', 'a file with an empty filename', buildForm({ filename: '', bytes: picture }))
  add(
    'stored',
    'a filename with a path traversal',
    buildForm({ filename: '../../../../etc/passwd', bytes: picture }),
  )
  add(
    'stored',
    'a filename with a shell command',
    buildForm({ filename: '$(id); rm -rf /;.jpg', bytes: picture }),
  )
  add(
    'either',
    'a filename with a NUL byte',
    buildForm({ filename: 'a.php\0.jpg', bytes: picture }),
  )
  add(
    'either',
    'a very long filename',
    buildForm({ filename: 'n'.repeat(100_000), bytes: picture }),
  )
  add(
    'stored',
    'a picture declared as HTML',
    buildForm({ filename: 'x.html', type: 'text/html', bytes: picture }),
  )
  add(
    'either',
    'a picture declared as JSON',
    buildForm({ type: 'application/json', bytes: picture }),
  )
  add('either', 'a part with 2,000 headers', {
    body: withPartHeader(Array.from({ length: 2_000 }, (_, index) => `x-${index}: 1`).join('\r\n')),
  })
  add('either', 'a part with a header of 1 MB', {
    body: withPartHeader(`x-long: ${'x'.repeat(1_000_000)}`),
  })
  add('either', 'a part in base64', { body: withPartHeader('content-transfer-encoding: base64') })
  addWithType('a form without a boundary', 'multipart/form-data')
  addWithType('a form with an empty boundary', 'multipart/form-data; boundary=')
  addWithType('a form with another boundary', 'multipart/form-data; boundary=another')
  addWithType(
    'a form with a very long boundary',
    `multipart/form-data; boundary=${'b'.repeat(9_000)}`,
  )
  addWithType('a mixed form', validForm.type.replace('form-data', 'mixed'))
  addWithType('a form declared as JSON', 'application/json')
  addWithType('a form declared as text', 'text/plain')
  addWithType('a form declared as a picture', 'image/jpeg')
  addWithType('a form declared as URL-encoded', 'application/x-www-form-urlencoded')
  addWithType('a form without a content type', null)
  return forms
}

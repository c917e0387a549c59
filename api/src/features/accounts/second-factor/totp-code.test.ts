import { expect, test } from 'vitest'
import {
  buildTotpUri,
  computeTotpCode,
  encodeBase32,
  findTotpSteps,
  generateTotpSecret,
  getTotpStep,
} from './totp-code.ts'

/** The secret of the vectors of RFC 6238, appendix B. */
const SECRET = encodeBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at second %s is that of RFC 6238', (second, code) => {
  expect(computeTotpCode(SECRET, getTotpStep(second * 1_000), 8)).toBe(code)
})

test('Base32 is that of RFC 4648', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(encodeBase32(Buffer.from('fooba'))).toBe('MZXW6YTB')
})

test('a code is good for its 30 seconds and those before and after', () => {
  const time = 1_000_000_000_000
  const step = getTotpStep(time)
  const isAccepted = (offset: number) =>
    findTotpSteps(SECRET, computeTotpCode(SECRET, step + offset), time).includes(step + offset)
  expect([-2, -1, 0, 1, 2].map(isAccepted)).toEqual([false, true, true, true, false])
  expect(findTotpSteps(SECRET, '12345', time)).toEqual([])
})

test('the address of the QR code names Dolph, the email and the secret', () => {
  expect(buildTotpUri(SECRET, 'ada+x@example.test')).toBe(
    `otpauth://totp/Dolph:ada%2Bx%40example.test?secret=${SECRET}&issuer=Dolph`,
  )
})

test('every secret is another, of 160 bits', () => {
  const secrets = Array.from({ length: 100 }, generateTotpSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

import { createHmac, randomBytes } from 'node:crypto'
import { isEqualConstantTime } from '../../../platform/crypto/secrets.ts'

const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A random secret in Base32, as authenticator apps take it. */
export function generateTotpSecret(): string {
  return encodeBase32(randomBytes(SECRET_BYTES))
}

/** The code of a step, by RFC 6238 with SHA-1: many apps ignore any other choice. */
export function computeTotpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export function getTotpStep(timeMs: number): number {
  return Math.floor(timeMs / 1000 / STEP_SECONDS)
}

/**
 * The steps now, just before and just after whose code this is: clocks of phones differ, and typing takes time. Mostly one or none; by
 * chance two.
 */
export function findTotpSteps(secret: string, code: string, timeMs: number): number[] {
  const now = getTotpStep(timeMs)
  return [now - 1, now, now + 1].filter((step) =>
    isEqualConstantTime(Buffer.from(computeTotpCode(secret, step)), Buffer.from(code)),
  )
}

/** What an authenticator app reads from the QR code. */
export function buildTotpUri(secret: string, email: string): string {
  const label = `Dolph:${encodeURIComponent(email)}`
  const parameters = new URLSearchParams({ secret, issuer: 'Dolph' }).toString()
  return `otpauth://totp/${label}?${parameters}`
}

/** Without padding; for whole numbers of five bytes it would have none. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((group) => BASE32[Number.parseInt(group, 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

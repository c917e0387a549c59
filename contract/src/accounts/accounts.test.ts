import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { SignUpForm } from './accounts.ts'
import { NewPassword, PASSWORD_RULES } from './passwords.ts'

const HINT = 'At least 8 characters, 1 uppercase letter and 1 number'

describe('a new password', () => {
  test('has three rules, which the form shows', () => {
    const hints = PASSWORD_RULES.map(({ hint }) => hint)
    expect(hints).toEqual(['At least 8 characters', '1 uppercase letter', '1 number'])
  })

  test('of 8 characters with 1 uppercase letter and 1 number is accepted', () => {
    expect(z.safeParse(NewPassword, 'lagoonA1').success).toBe(true)
  })

  test.each([
    ['7 characters', 'agoonA1'],
    ['no uppercase letter', 'lagoona1'],
    ['no number', 'lagoonAb'],
  ])('with %s is refused', (_, password) => {
    const parsed = z.safeParse(NewPassword, password)
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([HINT])
  })
})

describe('a sign-up', () => {
  const form = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    userName: 'ada',
    Email: 'ada@dolph.example',
    Password: 'lagoonA1',
    confirmPassword: 'lagoonA1',
  }

  test.each(Object.keys(form))('without %s is refused', (field) => {
    expect(z.safeParse(SignUpForm, form).success).toBe(true)
    expect(z.safeParse(SignUpForm, { ...form, [field]: '' }).success).toBe(false)
    expect(z.safeParse(SignUpForm, { ...form, [field]: undefined }).success).toBe(false)
  })
})

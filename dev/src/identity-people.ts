import { createHash } from 'node:crypto'

/** A Google account as the stand-in knows it. */
export interface GooglePerson {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
}

const PREPARED: GooglePerson[] = [
  person('ada.google@example.com', 'Ada', 'Lindqvist', true),
  person('noemi@example.com', 'Noémi', 'Szabó', true),
  person('unverified@example.com', 'Uri', 'Unverified', false),
  person('mono@example.com', 'Mono', '', true),
]

/** The people one may sign in as. Whoever was typed once stays until the restart. */
export function googlePeople() {
  const people = new Map(PREPARED.map((each) => [each.sub, each]))
  return {
    all: (): GooglePerson[] => [...people.values()],
    find: (sub: string): GooglePerson | undefined => people.get(sub),
    add(typed: GooglePerson): GooglePerson {
      people.set(typed.sub, typed)
      return typed
    },
  }
}

/** The same e-mail is the same account again, after a restart too. */
export function person(
  email: string,
  givenName: string,
  familyName: string,
  isVerified: boolean,
): GooglePerson {
  const digest = createHash('sha256').update(email.toLowerCase()).digest()
  return {
    sub: `1${digest.readBigUInt64BE().toString().padStart(20, '0')}`,
    email,
    email_verified: isVerified,
    given_name: givenName,
    family_name: familyName,
  }
}

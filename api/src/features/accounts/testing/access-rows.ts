import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

const UNKNOWN_ID = '0198c5a0-0000-7000-8000-000000000009'
const STAFF_WITH_PROOF = (ok: number) => ({ moderator: ok, admin: ok })
/** With a challenge that nobody issued. */
const SIGNED = {
  id: 'A'.repeat(43),
  rawId: 'A'.repeat(43),
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
const UNKNOWN_TOKEN = 'A'.repeat(43)
const PASSWORD = 'Correct horse 7'
const WRONG_PASSWORD = 'Wrong horse 7'
const GOOGLE_ONLY = { googleMember: 403 }
const NEEDS_PROOF = {
  access: 'changeMember',
  ok: 403,
  except: { moderator: 200, admin: 200 },
} as const

export const accessRows: Record<string, AccessRow> = {
  'GET /api/csrf-token': { access: 'readPublic' },
  'GET /api/users/me': { access: 'readMember' },
  'PUT /api/users/me/onboarding': {
    access: 'changeMember',
    body: { step: 'goal', goal: null },
  },
  'DELETE /api/users/me/onboarding': { access: 'changeMember' },
  'GET /api/users/sessions': { access: 'readMember' },
  'GET /api/users/activity': { access: 'readMember' },
  'DELETE /api/users/sessions/others': { access: 'changeMember', endsSessions: true },
  'POST /api/users/signup': {
    access: 'changePublicOrigin',
    ok: 201,
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      userName: 'newcomer{number}',
      Email: 'newcomer{number}@example.test',
      Password: PASSWORD,
      confirmPassword: PASSWORD,
    },
  },
  'POST /api/users/verify-code': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { email: 'nobody@example.test', code: '123456' },
  },
  'POST /api/users/login': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { email: 'nobody@example.test', password: WRONG_PASSWORD },
  },
  'POST /api/users/logout': { access: 'changePublic', endsSessions: true },
  'GET /api/users/verify-email/:token': {
    access: 'readPublic',
    ok: 400,
    url: `/api/users/verify-email/${UNKNOWN_TOKEN}`,
  },
  'POST /api/users/resend-verification': {
    access: 'changePublic',
    body: { email: 'nobody@example.test' },
  },
  'POST /api/users/forgot-password': {
    access: 'changePublic',
    body: { email: 'nobody@example.test' },
  },
  'POST /api/users/reset-password': {
    access: 'changePublic',
    ok: 400,
    body: { token: UNKNOWN_TOKEN, password: PASSWORD },
  },
  'GET /api/users/auth/google': { access: 'readPublic', ok: 302 },
  'GET /api/users/auth/google/callback': {
    access: 'readPublic',
    ok: 302,
    url: '/api/users/auth/google/callback?code=1&state=2',
  },
  'GET /api/users/auth/google/sign-up': { access: 'readPublic', ok: 404 },
  'POST /api/users/auth/google/sign-up': {
    access: 'changePublic',
    ok: 404,
    body: { userName: 'newcomer' },
  },
  'GET /api/users/auth/github': { access: 'readPublic', ok: 302 },
  'GET /api/users/auth/github/callback': {
    access: 'readPublic',
    ok: 302,
    url: '/api/users/auth/github/callback?code=1&state=2',
  },
  'GET /api/users/auth/github/sign-up': { access: 'readPublic', ok: 404 },
  'POST /api/users/auth/github/sign-up': {
    access: 'changePublic',
    ok: 404,
    body: { userName: 'newcomer' },
  },
  // These need proof, which only the staff of the matrix has. GitHub is not set up here.
  'POST /api/users/auth/github/connection': {
    access: 'changeMember',
    ok: 403,
    except: { moderator: 503, admin: 503 },
  },
  'DELETE /api/users/auth/github/connection': {
    access: 'changeMember',
    ok: 403,
    except: { moderator: 200, admin: 200 },
  },
  'POST /api/users/confirm-email': {
    access: 'changeMember',
    ok: 400,
    body: { token: UNKNOWN_TOKEN },
  },
  'POST /api/users/undo-email-change': {
    access: 'changePublic',
    ok: 400,
    body: { token: UNKNOWN_TOKEN },
  },
  'POST /api/users/proof': {
    access: 'changeMember',
    ok: 400,
    body: { password: WRONG_PASSWORD },
    except: GOOGLE_ONLY,
  },
  'POST /api/users/proof/code': {
    access: 'changeMember',
    // These accounts have a password or Google.
    ok: 403,
    body: { purpose: 'proof' },
  },
  'GET /api/users/totp': { access: 'readMember' },
  // Callers without proof get 403; staff has it, and nothing that was started.
  'POST /api/users/totp': NEEDS_PROOF,
  'POST /api/users/totp/confirm': {
    ...NEEDS_PROOF,
    body: { code: '123456' },
    except: { moderator: 400, admin: 400 },
  },
  'DELETE /api/users/totp': { ...NEEDS_PROOF, except: { moderator: 404, admin: 404 } },
  'POST /api/users/recovery-codes': { ...NEEDS_PROOF, except: { moderator: 404, admin: 404 } },
  'POST /api/users/second-factor': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { code: '123456' },
  },
  'POST /api/users/second-factor-reset/stop': {
    access: 'changePublic',
    ok: 400,
    body: { token: UNKNOWN_TOKEN },
  },
  'POST /api/profile/send-password-code': { access: 'changeMember', except: GOOGLE_ONLY },
  'PUT /api/profile/change-password': {
    access: 'changeMember',
    ok: 400,
    body: {
      currentPassword: WRONG_PASSWORD,
      newPassword: PASSWORD,
      verificationCode: '000000',
    },
    except: GOOGLE_ONLY,
  },
  'DELETE /api/profile/delete-account': {
    access: 'changeMember',
    ok: 400,
    body: { password: WRONG_PASSWORD },
    except: GOOGLE_ONLY,
  },
  'GET /api/users/passkeys': { access: 'readMember' },
  'POST /api/users/passkeys/options': {
    access: 'changeMember',
    ok: 403,
    except: STAFF_WITH_PROOF(200),
  },
  'POST /api/users/passkeys': {
    access: 'changeMember',
    ok: 403,
    body: {
      credential: { ...SIGNED, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    },
    except: STAFF_WITH_PROOF(400),
  },
  'PUT /api/users/passkeys/:id': {
    access: 'changeOwner',
    url: '/api/users/passkeys/{passkey}',
    body: { name: 'My phone' },
  },
  'DELETE /api/users/passkeys/:id': {
    access: 'changeMember',
    ok: 403,
    url: `/api/users/passkeys/${UNKNOWN_ID}`,
    except: STAFF_WITH_PROOF(404),
  },
  'POST /api/users/passkey-login/options': { access: 'changePublicOrigin' },
  'POST /api/users/passkey-login': {
    access: 'changePublicOrigin',
    ok: 400,
    body: { credential: SIGNED },
  },
  'POST /api/users/proof/passkey-options': {
    access: 'changeMember',
    ok: 404,
    except: { owner: 200, ownerWithFetchMetadataOnly: 200 },
  },
}

import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection, limitEnd } from '../../privacy/exports/export-section.ts'

export const accountExport = [
  defineExportSection(
    'account',
    [
      'accounts.member_id',
      'github_connections.member_id',
      'staff.member_id',
      'onboardings.member_id',
    ],
    (id) => sql`
      select id as key, json_build_object(
        '_id', id, 'userName', username, 'firstName', first_name, 'lastName', last_name, 'email', email,
        'emailVerifiedAt', ${isoTime(sql.ref('verified_at'))}, 'hasPassword', password_hash is not null, 'googleId', google_sub,
        'githubId', github_id, 'githubLogin', login,
        'createdAt', ${isoTime(sql.ref('members.created_at'))}, 'deletedAt', ${isoTime(sql.ref('deleted_at'))},
        'staffRole', role, 'goal', goal,
        'postingLimitedUntil', ${limitEnd(sql.ref('posting_limited_until'))},
        'messagingLimitedUntil', ${limitEnd(sql.ref('messaging_limited_until'))},
        'suspendedUntil', ${limitEnd(sql.ref('suspended_until'))}) as item
      from members left join accounts on accounts.member_id = id left join staff on staff.member_id = id
        left join onboardings on onboardings.member_id = id
        left join github_connections on github_connections.member_id = id
      where id = ${id}`,
  ),
  defineExportSection(
    'sessions',
    ['sessions.member_id'],
    (id) => sql`
      select id as key, json_build_object('device', device, 'signedInAt', ${isoTime(sql`uuid_v7_time(id)`)},
        'lastSeenAt', ${isoTime(sql.ref('last_seen_at'))}, 'expiresAt', ${isoTime(sql.ref('expires_at'))}) as item
      from sessions where member_id = ${id}`,
  ),
  defineExportSection(
    'passkeys',
    ['passkeys.member_id'],
    (id) => sql`
      select id as key, json_build_object('name', name, 'createdAt', ${isoTime(sql.ref('created_at'))},
        'lastUsedAt', ${isoTime(sql.ref('last_used_at'))}) as item
      from passkeys where member_id = ${id}`,
  ),
  defineExportSection(
    'secondFactor',
    ['totp.member_id', 'recovery_codes.member_id', 'second_factor_resets.member_id'],
    (id) => sql`
      select totp.member_id as key, json_build_object('onSince', ${isoTime(sql.ref('confirmed_at'))},
        'recoveryCodesLeft', (select count(*) from recovery_codes where recovery_codes.member_id = ${id} and used_at is null),
        'resetStartedAt', (select ${isoTime(sql.ref('second_factor_resets.started_at'))} from second_factor_resets
          where second_factor_resets.member_id = ${id})) as item
      from totp where totp.member_id = ${id}`,
  ),
  defineExportSection(
    'accountEvents',
    ['account_events.member_id'],
    (id) => sql`
      select id as key, json_build_object('_id', id, 'kind', kind, 'method', method, 'device', device,
        'createdAt', ${isoTime(sql.ref('created_at'))}) as item
      from account_events where member_id = ${id}`,
  ),
]

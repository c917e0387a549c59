import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { migrateDatabase } from './migrate-database.ts'

const BASELINE_FOLDER = new URL('./baseline/', import.meta.url)

/** A description of each object that a person can create, one query per kind. The order of columns is not compared. */
const DESCRIPTIONS: Record<string, string> = {
  columns: `
    select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      'default', pg_get_expr(adbin, adrelid), 'generated', attgenerated, 'identity', attidentity, 'collation', attcollation::regcollation,
      'storage', attstorage, 'compression', attcompression, 'statistics', attstattarget,
      array(select option from unnest(attoptions) as option where option like 'n\\_distinct%' order by 1), 'acl', attacl,
      col_description(attrelid, attnum))
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${isOwn('relnamespace')}`,
  indexColumns: `
    select concat_ws(' ', attrelid::regclass, attnum, attstattarget, attoptions) from pg_attribute
    join pg_class on pg_class.oid = attrelid where relkind in ('i', 'I') and attstattarget <> -1 and ${isOwn('relnamespace')}`,
  relations: `
    select concat_ws(' ', pg_class.oid::regclass, relkind, relpersistence, array(select unnest(reloptions) order by 1), relreplident,
      relrowsecurity, relforcerowsecurity, 'tablespace', reltablespace, 'owner', relowner::regrole, 'acl', relacl,
      'method', relam, 'part of', inhparent::regclass, pg_get_expr(relpartbound, pg_class.oid),
      'by', case when relkind = 'p' then pg_get_partkeydef(pg_class.oid) end, obj_description(pg_class.oid))
    from pg_class left join pg_inherits on inhrelid = pg_class.oid where ${isOwn('relnamespace')}`,
  indexes: `
    select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indisprimary, indisclustered, indisreplident)
    from pg_index join pg_class on pg_class.oid = indexrelid where ${isOwn('relnamespace')}`,
  constraints: `
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated, condeferrable, condeferred,
      connoinherit, conislocal)
    from pg_constraint where ${isOwn('connamespace')}`,
  triggers: `
    select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and ${isOwn('relnamespace')}`,
  functions: `
    select concat_ws(' ', pg_get_functiondef(oid), 'owner', proowner::regrole, 'acl', proacl, obj_description(oid))
    from pg_proc where ${isOwn('pronamespace')}`,
  types: `
    select concat_ws(' ', oid::regtype, typtype, typelem::regtype) from pg_type where ${isOwn('typnamespace')}`,
  rules: `
    select pg_get_ruledef(pg_rewrite.oid) from pg_rewrite join pg_class on pg_class.oid = ev_class where ${isOwn('relnamespace')}`,
  sequences: `
    select concat_ws(' ', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle) from pg_sequence`,
  policies: `select pg_policies::text from pg_policies`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
  schemas: `select concat_ws(' ', nspname, nspowner::regrole, nspacl) from pg_namespace where ${isOwn('oid')}`,
  extensions: `select concat_ws(' ', extname, extversion) from pg_extension`,
  eventTriggers: `select evtname::text from pg_event_trigger`,
  publications: `select pubname::text from pg_publication`,
  privileges: `select pg_default_acl::text from pg_default_acl`,
  settings: `select concat_ws(' ', setrole, setconfig) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database()`,
  appliedFunctions: `select concat_ws(' ', name, checksum, earlier_checksums) from applied_functions`,
  installations: `select is_only::text from installations`,
}

test('the baseline gives the schema and the rows of the old migrations', async () => {
  await using old = await cloneDatabase('template0')
  await using current = await cloneDatabase('template0')
  await migrateDatabase(old.db)
  await migrateDatabase(current.db, { migrationsFolder: BASELINE_FOLDER })

  const [before, after] = await Promise.all([describeSchema(old.db), describeSchema(current.db)])

  expect(before.length).toBeGreaterThan(2_000)
  expect(compare(before, after)).toEqual([])
})

test('the comparison sees each difference', { timeout: 120_000 }, async () => {
  await using database = await cloneDatabase()
  let before = await describeSchema(database.db)
  for (const statement of PLANTED_DIFFERENCES) {
    await sql.raw(statement).execute(database.db)
    const after = await describeSchema(database.db)
    expect(compare(before, after), statement).not.toEqual([])
    before = after
  }
})

const PLANTED_DIFFERENCES = [
  'alter table posts alter column github drop default',
  'alter table posts alter column title drop not null',
  'alter table posts alter column title type varchar',
  'alter table comments alter column post_id reset (n_distinct)',
  'alter table post_search alter column terms set statistics 10',
  'alter table post_search reset (autovacuum_vacuum_insert_scale_factor)',
  'alter table messages_07 set (fillfactor = 80)',
  'alter table messages detach partition messages_07',
  'alter index posts_by_type rename to posts_type',
  'drop index posts_hidden',
  'alter table posts drop constraint posts_cover_check',
  'alter table cases add constraint cases_rule check (rule is null) not valid',
  'alter table cases validate constraint cases_rule',
  'alter table post_stats drop constraint post_stats_post_id_fkey',
  'alter table roles disable trigger end_join_requests',
  'drop trigger join_thread on comments',
  'drop function is_near',
  'insert into flags values ($$a$$, 1)',
  'create extension pgcrypto',
  'grant select on members to public',
  'comment on table members is $$a$$',
]

async function describeSchema(db: Database): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(DESCRIPTIONS)) {
    const { rows } = await sql.raw<Record<string, string>>(query).execute(db)
    lines.push(...rows.map((row) => `${kind}: ${Object.values(row).join(' ')}`))
  }
  lines.push(...(await countRows(db)))
  return lines
}

/** The tables of the migrators count what has run, of which the old chain has more. */
async function countRows(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select name, (xpath('/row/count/text()', query_to_xml('select count(*) from ' || name, false, true, '')))[1]::text as rows
    from (select oid::regclass::text as name from pg_class where relkind = 'r' and ${sql.raw(isOwn('relnamespace'))}) as tables
    where name <> 'kysely_migration'`.execute(db)
  return rows.map((row) => `rows of ${row.name}: ${row.rows}`)
}

function compare(before: string[], after: string[]): string[] {
  const [old, current] = [new Set(before), new Set(after)]
  const missing = [...old.difference(current)].map((line) => `- ${line}`)
  const added = [...current.difference(old)].map((line) => `+ ${line}`)
  return [...missing, ...added].toSorted()
}

function isOwn(namespace: string): string {
  return `${namespace} in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`
}

// Migrations must not remove tables or columns that processes of the previous version use during an upgrade.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))

/** Matches statements that remove existing tables and columns. A migration may remove a default or a check. */
const REMOVALS =
  /\bdrop\s+(table|column|view|sequence|schema)\b|\brename\b|\balter\s+column\s+\w+\s+(set\s+not\s+null|(set\s+data\s+)?type)\b/gi

/**
 * Permitted removals in each file: tables and columns that an earlier release stopped using. Name the release for each
 * removal.
 */
const released: Record<string, string[]> = {}

it.each(files)('the migration %s removes nothing that the previous version uses', (file) => {
  const sql = readFileSync(folder + file, 'utf8').replace(/--.*$/gm, '')
  const removals = [...sql.matchAll(REMOVALS)].map(([words]) => words.toLowerCase())
  expect(removals.filter((words) => !released[file]?.includes(words))).toEqual([])
})

/**
 * Matches statements that read or rewrite all deliveries: a new index, an update, a delete, a validated constraint, or
 * a change of a column type.
 */
const SCANS_DELIVERIES =
  /\bcreate\s+(unique\s+)?index\s+(if\s+not\s+exists\s+)?\w+\s+on\s+deliveries\b|\b(update|delete\s+from)\s+deliveries\b|\balter\s+table\s+deliveries\b[^;]*(\badd\s+(constraint|check|foreign)\b(?![^;]*\bnot\s+valid\b)|\btype\b|\bset\s+not\s+null\b)/i

/** Returns the statements that scan all deliveries after an earlier statement locked another table. */
function lateScans(sql: string): string[] {
  const statements = sql.replace(/--.*$/gm, '').split(';')
  const first = statements.findIndex((text) => /\balter\s+table\s+(?!deliveries\b)/i.test(text))
  return first < 0 ? [] : statements.slice(first + 1).filter((text) => SCANS_DELIVERIES.test(text))
}

it('an upgrade from 0.1.0 scans no deliveries after it has locked another table', () => {
  const unreleased = files.filter((file) => file > '0016').sort()
  expect(lateScans(unreleased.map((file) => readFileSync(folder + file, 'utf8')).join('\n'))).toEqual([])
})

it('reports a migration that locks another table before it scans the deliveries', () => {
  const lock = 'alter table installation add column a text;'
  for (const scan of [
    'create index a on deliveries (b)',
    'create index if not exists a on deliveries (b)',
    'update deliveries set a = 1',
    'alter table deliveries alter column a type bigint',
    'alter table deliveries add constraint a check (b > 0)',
  ]) {
    expect(lateScans(`${lock} ${scan};`)).toHaveLength(1)
    expect(lateScans(`${scan}; ${lock}`)).toEqual([])
  }
  expect(lateScans(`${lock} alter table deliveries add column a text`)).toEqual([])
})

it('detects migrations that remove or rename a table or column, or change the type of a column', () => {
  for (const sql of [
    'alter table connections drop column parked',
    'ALTER TABLE a\n  RENAME COLUMN b TO c',
    'drop table a',
    'alter table a alter column b set not null',
    'alter table a alter column b type text',
  ]) {
    expect(sql.match(REMOVALS)).not.toBeNull()
  }
  expect('alter table a alter column b drop not null, add column c text'.match(REMOVALS)).toBeNull()
})

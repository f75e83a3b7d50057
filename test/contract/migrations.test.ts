// What a migration may not do: take away what processes of the version before still use, while an upgrade is under way.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))

/** Of tables and columns that exist; a default or a check may be taken back. */
const TAKES_AWAY =
  /\bdrop\s+(table|column|view|sequence|schema)\b|\brename\b|\balter\s+column\s+\w+\s+(set\s+not\s+null|(set\s+data\s+)?type)\b/gi

/** What an earlier release has already stopped using, by file: say in which. */
const released: Record<string, string[]> = {}

it.each(files)('%s takes nothing away from the version before', (file) => {
  const sql = readFileSync(folder + file, 'utf8').replace(/--.*$/gm, '')
  const taken = [...sql.matchAll(TAKES_AWAY)].map(([words]) => words.toLowerCase())
  expect(taken.filter((words) => !released[file]?.includes(words))).toEqual([])
})

it('what takes something away is seen', () => {
  for (const sql of [
    'alter table connections drop column parked',
    'ALTER TABLE a\n  RENAME COLUMN b TO c',
    'drop table a',
    'alter table a alter column b set not null',
    'alter table a alter column b type text',
  ]) {
    expect(sql.match(TAKES_AWAY)).not.toBeNull()
  }
  expect('alter table a alter column b drop not null, add column c text'.match(TAKES_AWAY)).toBeNull()
})

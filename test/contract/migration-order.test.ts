// A database of a development version may lack a migration and have migrations with higher numbers.
import { expect, it } from 'vitest'
import { migrate, pendingMigrations } from '../../src/store/migrate.ts'
import { borrowEngine } from '../harness/engines.ts'

it('applies a missing migration to a database that has migrations with higher numbers', async () => {
  const { database, giveBack } = await borrowEngine()
  try {
    await database.query({
      text: 'alter table provider_connections drop column opened_at, drop column open_reason, drop column open_delivery_id',
    })
    await database.query({ text: `delete from schema_migrations where name = '0036_breakers'` })
    expect(await migrate(database)).toEqual(['0036_breakers'])
    expect(await pendingMigrations(database)).toEqual([])
  } finally {
    await giveBack()
  }
})

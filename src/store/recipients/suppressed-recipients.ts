// Finds the recipients whose addresses are suppressed, and removes the marks of unusable addresses.
import { addressOn, addressTable } from '../../channels/addresses.ts'
import { asJson, type Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { keyOf } from './address-sql.ts'
import type { ChannelAddress } from './suppressions.ts'

const { texts } = addressTable()

const HOLDERS = texts
  .map(
    ({ field, channel }) => `
  select a.n, r.id, r.name from a join recipients r
    on r.workspace_id = a.workspace_id and r.mode = a.mode and ${keyOf(field, 'r')} = ${keyOf(field, 'a')}
  where a.channel = '${channel}'`,
  )
  .join(' union all ')

/** The same address as a column for each field, so that `keyOf` builds the comparison of the field's index. */
const AS_FIELDS = texts.map(({ field }) => `address as ${field}`).join(', ')

/** A recipient who has an address. `n` is the position of the address in the list. */
export interface AddressHolder {
  n: number
  id: number
  name: string
}

/** Returns one recipient for each address that a recipient has. */
export async function findHolders(c: Connection, addresses: ChannelAddress[]): Promise<AddressHolder[]> {
  return rowsOf<AddressHolder>(c, {
    name: 'find-address-holders',
    text: `with a as (
             select n, workspace_id, mode, channel, ${AS_FIELDS}
             from json_to_recordset($1::json) as given(n int, workspace_id bigint, mode text, channel text, address text)
           )
           select distinct on (n) n, id, name from (${HOLDERS}) found order by n, id`,
    values: [asJson(addresses.map((address, n) => ({ ...address, n })))],
  })
}

/** Removes the marks that call this address unusable. Messages to the address are sent again. */
export async function clearMarks(
  c: Connection,
  { workspace_id, mode, channel, address }: ChannelAddress,
): Promise<void> {
  const known = addressOn(channel)
  const isHeld =
    known === undefined || known.kind === 'list'
      ? `unusable->$3->>'address' = $4`
      : `id in (with a as (select $4::text as ${known.field})
               select r.id from a join recipients r on r.workspace_id = $1 and r.mode = $2 and ${keyOf(known.field, 'r')} = ${keyOf(known.field, 'a')})`
  await c.query({
    text: `update recipients set unusable = unusable - $3::text
           where workspace_id = $1 and mode = $2 and unusable ? $3 and ${isHeld}`,
    values: [workspace_id, mode, channel, address],
  })
}

// SQL for the key of an email address. For every locale of the database, the result is the same as that of `emailKey`
// in lib/text/email-address.ts.
import type { Connection } from './database.ts'
import { onlyRow } from './rows.ts'

/**
 * Returns the SQL expression that computes the key of the address in `expression`. The collation "C" converts only A to
 * Z to lower case.
 */
export function emailKeyOf(expression: string): string {
  return `(lower(${expression} collate "C") collate "default")`
}

/**
 * Returns the text in lower case, by the rules of the database's locale. The indexes of recipients' addresses use the
 * same rules.
 */
export async function readLowered(c: Connection, text: string): Promise<string> {
  const result = await c.query<{ lowered: string }>({ text: 'select lower($1::text) as lowered', values: [text] })
  return onlyRow(result).lowered
}

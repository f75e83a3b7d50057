// The key of an email address in SQL: the same as `emailKey` in lib/text/email-address.ts, in every locale of the
// database.
import type { Connection } from './database.ts'
import { onlyRow } from './rows.ts'

/** Returns the SQL expression for the key of the address that `expression` holds. Collation "C" folds only A to Z. */
export function emailKeyOf(expression: string): string {
  return `(lower(${expression} collate "C") collate "default")`
}

/**
 * Returns the text in lower case by the rules of the database's locale. The indexes of recipients' addresses use the
 * same rules.
 */
export async function readLowered(c: Connection, text: string): Promise<string> {
  const result = await c.query<{ lowered: string }>({ text: 'select lower($1::text) as lowered', values: [text] })
  return onlyRow(result).lowered
}

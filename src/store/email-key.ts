// The key of an email address in SQL: the same as `emailKey` in lib/email-address.ts, in every locale of the database.

/** Returns the SQL expression for the key of the address that `expression` holds. Collation "C" folds A to Z and nothing else. */
export function emailKeyOf(expression: string): string {
  return `(lower(${expression} collate "C") collate "default")`
}

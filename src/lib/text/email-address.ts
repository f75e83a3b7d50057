// Computes the form in which email addresses are compared.

/**
 * Returns the address with the letters A to Z in lower case. All other characters stay unchanged. Two addresses are the
 * same if their results are equal. Full Unicode case rules are not used, because they differ between systems.
 * JavaScript converts `İ` to two characters. Some PostgreSQL locales convert it to `i`, and a Turkish locale converts
 * `I` to `ı`. `emailKeyOf` in store/email-key.ts computes the same result in SQL.
 */
export function emailKey(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

// The form in which email addresses are compared.

/**
 * Returns the address with A to Z in lower case and all other characters unchanged. Two addresses are the same if their
 * keys are equal. Unicode case rules differ between systems: JavaScript turns `İ` into two characters, some PostgreSQL
 * locales turn it into `i`, and a Turkish locale turns `I` into `ı`. SQL computes the same key with `emailKeyOf` in
 * store/email-key.ts.
 */
export function emailKey(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

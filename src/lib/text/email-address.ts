// Email addresses: the one form in which two spellings of an address are compared.

/**
 * Returns the address with A to Z in lower case and every other character as it is. Two addresses are the same when their
 * keys are. Unicode case rules are no use here: JavaScript turns `İ` into two characters, some PostgreSQL locales turn it
 * into `i`, and a Turkish one turns `I` into `ı`. SQL computes the same key with `emailKeyOf` in store/email-key.ts.
 */
export function emailKey(address: string): string {
  return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

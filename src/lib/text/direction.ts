// The writing direction of a language.

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ks',
  'ku',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
])

/**
 * The direction of each script. A script in a locale, such as `Latn` in `ku_Latn`, overrides the direction of the
 * language.
 */
const SCRIPTS: Record<string, 'ltr' | 'rtl'> = { latn: 'ltr', cyrl: 'ltr', arab: 'rtl', hebr: 'rtl' }

/** Returns the direction of a locale such as `ar`, `pt-BR` or `ku_Latn`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = locale.toLowerCase().split(/[-_]/)
  const script = rest.find((part) => Object.hasOwn(SCRIPTS, part))
  const written = script === undefined ? undefined : SCRIPTS[script]
  return written ?? (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')
}

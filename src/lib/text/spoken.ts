// Which entry of a catalogue of languages speaks to somebody: the first of their locales that is there, English otherwise.

/** `catalogue` is keyed by language codes such as `it`; `language` is the code that was found. */
export function spokenOf<Words>(
  catalogue: Record<string, Words> & { en: Words },
  locales: string[],
): { language: string; words: Words } {
  const codes = locales.map((locale) => locale.replace(/[-_].*/s, '').toLowerCase())
  const language = codes.find((code) => Object.hasOwn(catalogue, code)) ?? 'en'
  return { language, words: catalogue[language] ?? catalogue.en }
}

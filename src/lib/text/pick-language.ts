// Which entry of a catalog of languages speaks to somebody: the first of their locales that is there, English otherwise.

/** `catalog` is keyed by language codes such as `it`; `language` is the code that was found. */
export function pickLanguage<Words>(
  catalog: Record<string, Words> & { en: Words },
  locales: string[],
): { language: string; words: Words } {
  const codes = locales.map((locale) => locale.replace(/[-_].*/s, '').toLowerCase())
  const language = codes.find((code) => Object.hasOwn(catalog, code)) ?? 'en'
  return { language, words: catalog[language] ?? catalog.en }
}

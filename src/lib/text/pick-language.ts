// Selects the texts for a person from a catalog of languages. Uses the first locale that the catalog contains. If it
// contains none, uses English.

/** Returns the selected texts and their language code. The keys of `catalog` are language codes such as `it`. */
export function pickLanguage<Words>(
  catalog: Record<string, Words> & { en: Words },
  locales: string[],
): { language: string; words: Words } {
  const codes = locales.map((locale) => locale.replace(/[-_].*/s, '').toLowerCase())
  const language = codes.find((code) => Object.hasOwn(catalog, code)) ?? 'en'
  return { language, words: catalog[language] ?? catalog.en }
}

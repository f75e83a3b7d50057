// Formats numbers in texts, with the plural form of the next noun.

/**
 * Returns the number functions of a language.
 * figure: groups digits. plural: chooses the form of a noun. count: number and noun.
 */
export function numberFormatter(language: string) {
  const figures = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const figure = (n: number) => figures.format(n)
  const plural = (n: number, one: string, many: string) => (plurals.select(n) === 'one' ? one : many)
  const count = (n: number, one: string, many: string) => `${figure(n)} ${plural(n, one, many)}`
  return { figure, count, plural }
}

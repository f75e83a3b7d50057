// Formats numbers in texts, with the singular or plural form of the noun.

/**
 * Returns three functions for a language. `figure` formats a number with grouped digits. `plural` chooses the form of a
 * noun. `count` returns a number with its noun.
 */
export function numberFormatter(language: string) {
  const figures = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const figure = (n: number) => figures.format(n)
  const plural = (n: number, one: string, many: string) => (plurals.select(n) === 'one' ? one : many)
  const count = (n: number, one: string, many: string) => `${figure(n)} ${plural(n, one, many)}`
  return { figure, count, plural }
}

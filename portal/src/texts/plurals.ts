// Numbers in a sentence, and the noun that goes with them.

/**
 * How one language writes numbers into its sentences.
 * figure: grouped as the language groups them; plural: the form of a word that the number asks for; count: both together.
 */
export function numberFormatter(language: string) {
  const figures = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const figure = (n: number) => figures.format(n)
  const plural = (n: number, one: string, many: string) => (plurals.select(n) === 'one' ? one : many)
  const count = (n: number, one: string, many: string) => `${figure(n)} ${plural(n, one, many)}`
  return { figure, count, plural }
}

// Numbers in a sentence, and the noun that goes with them.

/**
 * How one language writes numbers into its sentences.
 * figure: grouped as the language groups them; count: a number with its noun, in the form that the number asks for.
 */
export function writing(language: string) {
  const figures = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const figure = (n: number) => figures.format(n)
  const count = (n: number, one: string, many: string) => `${figure(n)} ${plurals.select(n) === 'one' ? one : many}`
  return { figure, count }
}

// Formats numbers with nouns, and lists, for the English sentences of the API and the command line.

const rules = new Intl.PluralRules('en')

/** Returns a number with its noun: `1 credit`, `2 credits`, `0 credits`. `many` is the plural, if it is irregular. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${rules.select(n) === 'one' ? one : many}`
}

/** Joins words to a list of alternatives, such as `email`, `email or id`, or `email, id or name`. */
export function alternatives(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ')
}

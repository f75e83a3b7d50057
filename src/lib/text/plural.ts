// Numbers with their nouns, and lists, in English sentences of the API and the command line.

const rules = new Intl.PluralRules('en')

/** `1 credit`, `2 credits`, `0 credits`. `many`: the plural, where it is not the noun with an s. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${rules.select(n) === 'one' ? one : many}`
}

/** `email`, `email or id`, `email, id or name`. */
export function alternatives(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ')
}

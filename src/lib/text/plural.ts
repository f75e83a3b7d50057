// A number with its noun, in English sentences of the API and the command line.

const rules = new Intl.PluralRules('en')

/** `1 credit`, `2 credits`, `0 credits`. `many`: the plural, where it is not the noun with an s. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${rules.select(n) === 'one' ? one : many}`
}

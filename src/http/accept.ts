// What a browser says it would rather have: languages and formats, in the order of their weights.

export function languagesOf(headers: { 'accept-language'?: string }): string[] {
  return preferences(headers['accept-language']).map(({ value }) => value)
}

/** A program that asks for JSON by name gets it; who takes anything gets the page for people. */
export function prefersJson(headers: { accept?: string }): boolean {
  const accepted = preferences(headers.accept)
  const weightOf = (pattern: RegExp) => accepted.find(({ value }) => pattern.test(value))?.weight ?? 0
  return weightOf(/^application\/(?:json|.+\+json)$/) > weightOf(/^(?:text\/html|application\/xhtml\+xml)$/)
}

/** The values of an Accept or Accept-Language header with their weights, the most wanted first; those of weight 0 are left out. */
function preferences(header: string | undefined): { value: string; weight: number }[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { value, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ value, weight }) => value !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
}

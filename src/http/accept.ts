// Reads the languages and formats that a client accepts, in the order of their weights.

export function languagesOf(headers: { 'accept-language'?: string }): string[] {
  return preferences(headers['accept-language']).map(({ value }) => value)
}

/** Returns whether the client prefers JSON to HTML. A client that accepts any type gets HTML. */
export function prefersJson(headers: { accept?: string }): boolean {
  const accepted = preferences(headers.accept)
  const weightOf = (pattern: RegExp) => accepted.find(({ value }) => pattern.test(value))?.weight ?? 0
  return weightOf(/^application\/(?:json|.+\+json)$/) > weightOf(/^(?:text\/html|application\/xhtml\+xml)$/)
}

/**
 * Returns the values of an Accept or Accept-Language header with their weights. The highest weight is first. Values
 * with weight 0 are omitted.
 */
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

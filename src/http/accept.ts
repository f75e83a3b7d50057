// Parses the headers with which a client declares the languages and formats that it accepts. The result is sorted by
// weight.

export function languagesOf(headers: { 'accept-language'?: string }): string[] {
  return preferences(headers['accept-language']).map(({ value }) => value)
}

/** Returns whether the client prefers JSON to HTML. If the client accepts any type, the result is false. */
export function prefersJson(headers: { accept?: string }): boolean {
  const accepted = preferences(headers.accept)
  const weightOf = (pattern: RegExp) => accepted.find(({ value }) => pattern.test(value))?.weight ?? 0
  return weightOf(/^application\/(?:json|.+\+json)$/) > weightOf(/^(?:text\/html|application\/xhtml\+xml)$/)
}

/** Returns whether the client names HTML, as browsers do when they open a page. */
export function namesHtml(headers: { accept?: string }): boolean {
  return preferences(headers.accept).some(({ value }) => value === 'text/html') && !prefersJson(headers)
}

/**
 * Returns the values of an Accept or Accept-Language header, sorted by weight. The highest weight comes first. Values
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

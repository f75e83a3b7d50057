// The text of the send request on the page "What would happen?".

/** Returns an example of a send request, with a template of the workspace if it has one. */
export function exampleRequest(template: string | undefined): string {
  const example = {
    recipient: { name: 'Ada', email: 'ada@example.com' },
    template: template ?? 'welcome',
    vars: { name: 'Ada' },
  }
  return JSON.stringify(example, null, 2)
}

/** Returns the JSON object in the text, or undefined if the text is not a JSON object. */
export function readRequest(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

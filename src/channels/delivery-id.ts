// Reads the delivery id that a send request contained and that the provider returns in its reports.

/** Returns the delivery id. It identifies the delivery if the answer to the send request was lost. */
export function deliveryIdIn(returned: unknown): number | undefined {
  return typeof returned === 'string' && /^[1-9]\d{0,14}$/.test(returned) ? Number(returned) : undefined
}

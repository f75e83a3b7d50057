// Moments in a form's field: the field speaks the person's own time, the address and the API speak UTC.

/** ISO 8601 to what a datetime-local field holds; '' for none. */
export function toField(at: string | undefined): string {
  if (at === undefined || Number.isNaN(Date.parse(at))) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The other way; '' for a field that is not filled. */
export function fromField(value: string): string {
  return value === '' ? '' : new Date(value).toISOString()
}

// Converts between UTC times and the local times of datetime inputs.

/** Converts a time in ISO 8601 to the value of a datetime-local input. Without a time, returns ''. */
export function toField(at: string | undefined): string {
  if (at === undefined || Number.isNaN(Date.parse(at))) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts the value of a datetime-local input to ISO 8601. For an empty input, returns ''. */
export function fromField(value: string): string {
  return value === '' ? '' : new Date(value).toISOString()
}

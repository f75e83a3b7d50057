// Whether a delivery waits for the end of quiet hours, and the words for it.

interface Waiting {
  status: string
  scheduled_for: Date | null
  deferred_until: Date | null
}

/** Returns the time until which a queued message waits because of quiet hours, or null. */
export function deferredUntil(
  { status, deferred_until: until }: Omit<Waiting, 'scheduled_for'>,
  now: Date,
): Date | null {
  return status === 'queued' && until !== null && until > now ? until : null
}

/** Returns the end of the quiet hours if the message is due and waits only for them. */
export function waitsUntil(row: Waiting, now: Date): Date | null {
  return row.scheduled_for !== null && row.scheduled_for > now ? null : deferredUntil(row, now)
}

/** The reason and message that the API shows for a waiting message, or those of the row. */
export function shownReason(
  row: Waiting & { error_code: string | null; error_message: string | null },
  now: Date,
): { reason: string | null; message: string | null } {
  const until = waitsUntil(row, now)
  return until
    ? { reason: 'quiet_hours', message: `waiting for quiet hours to end, until ${until.toISOString()}` }
    : { reason: row.error_code, message: row.error_message }
}

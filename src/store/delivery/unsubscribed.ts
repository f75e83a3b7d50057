// Reads whether the recipients of claimed deliveries unsubscribed from everything, as a part of the statement that claims
// them.

/**
 * The time at which the recipient of the claimed delivery `d` unsubscribed from everything, or null. Usually a database
 * has few such recipients. The statement checks once whether there is one, and not once for each row.
 */
export const UNSUBSCRIBED_AT = `case when (select exists (select from recipients where unsubscribed_at is not null)) then
    (select unsubscribed_at from recipients r where r.id = d.recipient_id) end`

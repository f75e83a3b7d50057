// Reads whether the recipients of claimed deliveries unsubscribed from everything, as a part of the statement that claims
// them.

// Usually no workspace has such a recipient. The statement checks this once, and not once for each row.
/** The time at which the recipient of the claimed delivery `d` unsubscribed from everything, or null. */
export const UNSUBSCRIBED_AT = `case when (select exists (select from workspaces where recipients_unsubscribed)) then
    (select r.unsubscribed_at from workspaces w join recipients r on r.id = d.recipient_id
     where w.id = d.workspace_id and w.recipients_unsubscribed) end`

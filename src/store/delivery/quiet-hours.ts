// Reads the quiet hours of claimed deliveries, as a part of the statement that claims them.

// Usually no workspace has quiet hours. The statement checks this once, and not once for each row.
/** The quiet hours of the claimed delivery `d`, or null. */
export const QUIET_HOURS = `case when (select exists (select from workspaces where quiet_hours is not null or recipients_have_quiet_hours)) then
    (select json_build_object('from', coalesce(r.quiet_hours, w.quiet_hours)->>'from', 'to', coalesce(r.quiet_hours, w.quiet_hours)->>'to',
       'time_zone', coalesce(r.quiet_hours->>'time_zone', r.time_zone, w.quiet_hours->>'time_zone', w.time_zone))
     from workspaces w left join recipients r on r.id = d.recipient_id
     where w.id = d.workspace_id and coalesce(r.quiet_hours, w.quiet_hours) is not null) end`

-- Whose a push device is: asked when one registers, because a browser that changes hands leaves the recipient it had.

create index recipients_push on recipients using gin (push jsonb_path_ops) where push <> '[]';

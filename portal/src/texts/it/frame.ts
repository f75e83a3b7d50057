// What the portal says in Italian before a page of its own is opened: its frame, signing in, the overview, lists of deliveries.

export * from './access/session.ts'
export * from './general.ts'
export * from './messages/deliveries.ts'
export * from './overview.ts'
export * from './shell.ts'

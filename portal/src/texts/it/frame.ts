// What the portal says in Italian before a page of its own is opened: its frame, signing in, the overview, lists of deliveries.
export * from './deliveries.ts'
export * from './general.ts'
export * from './overview.ts'
export * from './session.ts'
export * from './shell.ts'

// The English texts that are loaded before the first page opens: frame, sign-in, overview, list of deliveries.

export * from './access/session.ts'
export * from './general.ts'
export * from './messages/deliveries.ts'
export * from './overview.ts'
export * from './shell.ts'

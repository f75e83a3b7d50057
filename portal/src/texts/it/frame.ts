// The Italian texts that the portal loads before it opens the first page.

export * from './access/session.ts'
export * from './figures.ts'
export * from './general.ts'
export * from './overview.ts'
export * from './shell.ts'

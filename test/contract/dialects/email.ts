// How a mail server says it, line by line.
import { type Script, startFaultyServer } from '../../harness/smtp-faults.ts'
import type { Dialect, Saying } from './dialect.ts'

const SCRIPTS: Record<Saying, Script> = {
  sent: {},
  retryable: { rcpt: '450 4.2.0 greylisted, come back' },
  throttled: { mail: '421 4.7.0 too many messages' },
  permanent: { end: '554 5.7.1 looks like spam' },
  recipient_gone: { rcpt: '550 5.1.1 no such user' },
  misconfigured: { auth: '535 5.7.8 bad credentials' },
  dropped: { end: 'drop' },
}

export const email: Dialect = {
  channel: 'email',
  silentOn: {},
  recipient: { email: 'ada@example.com' },
  async open(saying) {
    const server = await startFaultyServer(SCRIPTS[saying])
    return {
      settings: { url: server.url.replace('//', '//user:secret-token@'), from: 'Shop <shop@example.com>' },
      taken: () => server.taken.length,
      recover: () => server.become({}),
      stop: () => server.stop(),
    }
  },
}

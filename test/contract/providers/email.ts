// The fixture of email: the SMTP replies of a mail server.
import { type Script, startFaultyMailServer } from '../../harness/smtp-faults.ts'
import type { ProviderFixture, Scenario } from './fixture.ts'

const SCRIPTS: Record<Scenario, Script> = {
  sent: {},
  retryable: { rcpt: '450 4.2.0 greylisted, come back' },
  throttled: { mail: '421 4.7.0 too many messages' },
  permanent: { end: '554 5.7.1 classified as spam' },
  recipient_gone: { rcpt: '550 5.1.1 no such user' },
  misconfigured: { auth: '535 5.7.8 bad credentials' },
  dropped: { end: 'drop' },
}

export const email: ProviderFixture = {
  channel: 'email',
  unsupported: {},
  recipient: { email: 'ada@example.com' },
  async start(scenario) {
    const server = await startFaultyMailServer(SCRIPTS[scenario])
    return {
      settings: { url: server.url.replace('//', '//user:secret-token@'), from: 'Shop <shop@example.com>' },
      messagesReceived: () => server.messages.length,
      recover: () => server.setScript({}),
      stop: () => server.stop(),
    }
  },
}

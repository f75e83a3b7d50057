// The fixture of Messenger: the replies and webhooks of the Send API. The recipient writes to the page first,
// because Messenger permits messages only to people who wrote to the page.
import { signBody } from '../../harness/graph.ts'
import type { Reply } from '../../harness/provider.ts'
import { messengerEvents } from '../../harness/provider-bodies.ts'
import { httpFixture } from './fixture.ts'

const no = (code: number, error_subcode?: number, status = 400): Reply => ({
  status,
  body: { error: { message: 'no', type: 'OAuthException', code, error_subcode } },
})

export const messenger = httpFixture({
  channel: 'messenger',
  recipient: { messenger_psid: 'psid-1' },
  settings: (url) => ({
    page_id: '30',
    page_access_token: 'secret-token',
    app_secret: 'a',
    verify_token: 'b',
    api_base: url,
  }),
  message: { address: 'psid-1' },
  async prepare(test, { workspace, source }) {
    const at = `/workspaces/${workspace}/sources/${source}/connections/messenger`
    const { inbound_url } = (await test.manage('GET', at)).body
    const event = {
      sender: { id: 'psid-1' },
      timestamp: test.clock.now().getTime(),
      message: { mid: 'm_0', text: 'Hi' },
    }
    const body = JSON.stringify({ object: 'page', entry: [{ id: '30', messaging: [event] }] })
    const path = new URL(inbound_url).pathname.replace(/^\/v1/, '')
    await test.call('POST', path, { body, headers: { 'x-hub-signature-256': signBody(body, 'a') } })
    await test.until(
      async () => (await test.manage('GET', `/workspaces/${workspace}/conversations`)).body.data.length > 0,
    )
  },
  replies: {
    sent: { body: { recipient_id: 'psid-1', message_id: 'm_1' } },
    retryable: no(1200, undefined, 500),
    throttled: no(613),
    permanent: no(100, 2018109),
    recipient_gone: no(551, 1545041),
    misconfigured: no(190, 463, 401),
  },
  reports: messengerEvents,
})

// The fixture of WhatsApp: the replies and webhooks of the Cloud API.
import type { Reply } from '../../harness/provider.ts'
import { whatsappNotices } from '../../harness/provider-bodies.ts'
import { httpFixture } from './fixture.ts'

const no = (code: number, status = 400): Reply => ({ status, body: { error: { message: 'no', type: 'E', code } } })

export const whatsapp = httpFixture({
  channel: 'whatsapp',
  recipient: { whatsapp_phone: '+393331234567' },
  own: { template: 'hello', language: 'it' },
  settings: (url) => ({
    phone_number_id: '10',
    access_token: 'secret-token',
    app_secret: 'a',
    verify_token: 'b',
    api_base: url,
  }),
  message: { address: '+393331234567', own: { template: 'hello', language: 'it' }, vars: { 1: 'a' } },
  replies: {
    sent: { body: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.1' }] } },
    retryable: no(131016, 500),
    throttled: no(130429),
    permanent: no(132001),
    recipient_gone: no(131026),
    misconfigured: no(190, 401),
  },
  reports: whatsappNotices,
})

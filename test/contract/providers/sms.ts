// The fixtures of SMS: the replies and webhooks of Twilio, Vonage, Telnyx and an HTTP gateway.
import type { Reply } from '../../harness/provider.ts'
import { httpFixture } from './fixture.ts'

const shared = {
  channel: 'sms',
  recipient: { phone: '+15550100001' },
  message: { address: '+15550100001' },
} as const

const SECRET = 'secret-token'

const twilioError = (code: number, status: number): Reply => ({
  status,
  body: { code, message: 'no', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

export const twilio = httpFixture({
  ...shared,
  settings: (url) => ({
    account_sid: 'ACf0e1d2c3b4a59687f0e1d2c3b4a59687',
    auth_token: SECRET,
    from: '+15550100000',
    api_base: url,
  }),
  replies: {
    sent: { status: 201, body: { sid: 'SM0123456789abcdef0123456789abcdef', status: 'queued', error_code: null } },
    retryable: twilioError(20503, 503),
    throttled: twilioError(20429, 429),
    permanent: twilioError(21617, 400),
    recipient_gone: twilioError(21211, 400),
    misconfigured: twilioError(20003, 401),
  },
  reports: [
    { MessageSid: 'SM1', MessageStatus: 'sent', delivery: '1' },
    { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+15550100001' },
    { MessageSid: 'SM2', MessageStatus: 'undelivered', ErrorCode: '30005', To: '+15550100001', delivery: '2' },
    { MessageSid: 'SM3', MessageStatus: 'failed', ErrorCode: '21610', To: '+15550100001' },
    {
      MessageSid: 'SM4',
      SmsStatus: 'received',
      From: '+15550100001',
      Body: 'Hello',
      NumMedia: '1',
      MediaUrl0: 'https://api.twilio.com/media/1',
      MediaContentType0: 'image/jpeg',
    },
    { MessageSid: 'SM5', SmsStatus: 'received', From: '+15550100001', Body: 'Stop', OptOutType: 'STOP' },
  ],
})

const vonageError = (code: string, status = 200): Reply => ({
  status,
  body: { 'message-count': '1', messages: [{ status: code, 'error-text': 'no' }] },
})

export const vonage = httpFixture({
  ...shared,
  provider: 'vonage',
  settings: (url) => ({
    api_key: 'abcd1234',
    api_secret: SECRET,
    signature_secret: SECRET,
    from: 'Shop',
    api_base: url,
  }),
  replies: {
    sent: {
      body: { 'message-count': '1', messages: [{ to: '15550100001', 'message-id': '0A1', status: '0' }] },
    },
    retryable: vonageError('5'),
    throttled: vonageError('1'),
    permanent: vonageError('12'),
    recipient_gone: vonageError('33'),
    misconfigured: vonageError('4'),
  },
  reports: [
    { msisdn: '15550100001', messageId: '0A1', status: 'accepted', 'err-code': '0', 'client-ref': '1.1' },
    { msisdn: '15550100001', messageId: '0A1', status: 'delivered', 'err-code': '0', 'client-ref': '1.2' },
    { msisdn: '15550100001', messageId: '0A2', status: 'failed', 'err-code': '9', 'client-ref': '2.1' },
    { msisdn: '15550100001', to: '15550100000', messageId: '0B1', text: 'Hello', type: 'text' },
    {
      msisdn: '15550100001',
      messageId: '0B2',
      text: 'world',
      type: 'text',
      concat: 'true',
      'concat-ref': '1',
      'concat-total': '2',
      'concat-part': '2',
    },
  ],
})

const telnyxError = (code: string, status: number): Reply => ({
  status,
  body: { errors: [{ code, title: 'no', detail: 'no' }] },
})

const telnyxEvent = (event_type: string, payload: object) => ({ data: { event_type, id: 'E1', payload } })

export const telnyx = httpFixture({
  ...shared,
  provider: 'telnyx',
  settings: (url) => ({
    api_key: SECRET,
    public_key: 'OlpLCay+oUo/NtOf1XXMt9ePSESHbStU9bxoLlqE2T4=',
    from: '+15550100000',
    api_base: url,
  }),
  replies: {
    sent: { body: { data: { id: '40385f64-5717-4562-b3fc-2c963f66afa6', errors: [] } } },
    retryable: telnyxError('10007', 500),
    throttled: telnyxError('10011', 429),
    permanent: telnyxError('40302', 400),
    recipient_gone: telnyxError('40310', 400),
    misconfigured: telnyxError('10009', 401),
  },
  reports: [
    telnyxEvent('message.sent', { id: 'M1', webhook_url: 'https://carillon.example/v1/inbound/sms/1?delivery=1' }),
    telnyxEvent('message.finalized', { id: 'M1', to: [{ phone_number: '+15550100001', status: 'delivered' }] }),
    telnyxEvent('message.finalized', {
      id: 'M2',
      to: [{ phone_number: '+15550100001', status: 'delivery_failed' }],
      errors: [{ code: '40300', title: 'Blocked' }],
    }),
    telnyxEvent('message.received', {
      id: 'M3',
      from: { phone_number: '+15550100001' },
      text: 'Stop',
      media: [{ url: 'https://example.com/1.jpg', content_type: 'image/jpeg' }],
    }),
  ],
})

const gatewayAnswer = (status: number, text: string): Reply => ({ status, body: { result: text } })

export const httpGateway = httpFixture({
  ...shared,
  provider: 'http',
  settings: (url) => ({
    url: `${url}/send`,
    auth: 'bearer',
    password: SECRET,
    from: 'Shop',
    id_field: 'id',
    errors: 'BUSY = retry\nSLOW = throttled\nTEXT = refused\nNUMBER = unknown_number\nTOKEN = credentials',
    check_url: `${url}/balance`,
    inbound: { secret: 'secret-token-of-the-gateway' },
  }),
  replies: {
    sent: { body: { id: 'G1' } },
    retryable: gatewayAnswer(503, 'BUSY'),
    throttled: gatewayAnswer(429, 'SLOW'),
    permanent: gatewayAnswer(400, 'TEXT'),
    recipient_gone: gatewayAnswer(404, 'NUMBER'),
    misconfigured: gatewayAnswer(401, 'TOKEN'),
  },
  reports: [
    { id: 'G1', status: 'delivered' },
    { id: 'G2', status: 'failed', from: '+15550100001' },
    { id: 'G3', from: '15550100001', text: 'Hello' },
    { from: '15550100001', text: 'STOP' },
  ],
})

export const smsFixtures = [twilio, vonage, telnyx, httpGateway]

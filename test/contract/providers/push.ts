// The fixtures of push: the replies of Firebase, Apple and Expo. push-web.test.ts covers the push services of browsers.
import { type AppleReply, accepted, appleError, appleSettings, startApple } from '../../harness/apple.ts'
import { expoError, expoToken, isReceiptRequest, refusedTicket, ticketOf } from '../../harness/expo.ts'
import { fcmDetail, firebaseError, isTokenRequest, serviceAccount } from '../../harness/push.ts'
import { httpFixture, type ProviderFixture, type Scenario } from './fixture.ts'

export const pushByFirebase: ProviderFixture = {
  ...httpFixture({
    channel: 'push',
    variant: 'Firebase',
    recipient: { push: [{ kind: 'fcm', token: 'secret-token-of-ada' }] },
    settings: (url) => ({ fcm: { service_account: serviceAccount(url), api_base: url } }),
    message: {},
    isMessage: (request) => !isTokenRequest(request),
    otherReply: () => ({ body: { access_token: 'secret-token', expires_in: 3600 } }),
    replies: {
      sent: { body: { name: 'projects/shop-1/messages/1' } },
      retryable: firebaseError(503, 'UNAVAILABLE', fcmDetail('UNAVAILABLE')),
      throttled: {
        ...firebaseError(429, 'RESOURCE_EXHAUSTED', fcmDetail('QUOTA_EXCEEDED')),
        headers: { 'retry-after': '49' },
      },
      permanent: firebaseError(400, 'INVALID_ARGUMENT'),
      recipient_gone: firebaseError(404, 'NOT_FOUND', fcmDetail('UNREGISTERED')),
      misconfigured: firebaseError(401, 'UNAUTHENTICATED'),
    },
  }),
  // Access tokens and messages have different endpoints. push-fcm.test.ts covers the faults of both endpoints.
  http: undefined,
}

const expoDevice = { kind: 'expo', token: expoToken('secret-token-of-ada') }

export const pushByExpo = httpFixture({
  channel: 'push',
  variant: 'Expo',
  recipient: { push: [expoDevice] },
  settings: (url) => ({ expo: { access_token: 'secret-token', api_base: url } }),
  message: { devices: [{ kind: 'expo', token: expoDevice.token, registered_at: '2026-01-01T00:00:00.000Z' }] },
  isMessage: (request) => !isReceiptRequest(request),
  otherReply: () => ({ body: { data: {} } }),
  replies: {
    sent: { body: { data: [ticketOf('ada')] } },
    retryable: { status: 503, body: {} },
    throttled: { ...expoError(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '49' } },
    permanent: { body: { data: [refusedTicket('MessageTooBig')] } },
    recipient_gone: { body: { data: [refusedTicket('DeviceNotRegistered')] } },
    misconfigured: expoError(401, 'UNAUTHORIZED'),
  },
})

const appleReplies: Record<Scenario, AppleReply> = {
  sent: accepted,
  retryable: appleError(503, 'ServiceUnavailable'),
  throttled: { ...appleError(429, 'TooManyRequests'), headers: { 'retry-after': '49' } },
  permanent: appleError(413, 'PayloadTooLarge'),
  recipient_gone: appleError(410, 'Unregistered', { timestamp: Date.parse('2099-01-01') }),
  misconfigured: appleError(403, 'InvalidProviderToken'),
  dropped: { drop: 'now' },
}

/** Apple accepts only HTTP/2. push-apns.test.ts covers the faults. */
export const pushByApple: ProviderFixture = {
  channel: 'push',
  variant: 'APNs',
  unsupported: {},
  recipient: { push: [{ kind: 'apns', token: 'a1'.repeat(32) }] },
  async start(scenario) {
    const apple = await startApple()
    let recovered = false
    apple.reply(() => appleReplies[recovered ? 'sent' : scenario])
    return {
      settings: { apns: appleSettings(apple.url) },
      messagesReceived: () => apple.received.length,
      recover: () => {
        recovered = true
      },
      stop: () => apple.stop(),
    }
  },
}

// The fixture of push: the replies of Firebase. push-web.test.ts covers the push services of browsers.
import { fcmDetail, firebaseError, isTokenRequest, serviceAccount } from '../../harness/push.ts'
import { httpFixture, type ProviderFixture } from './fixture.ts'

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

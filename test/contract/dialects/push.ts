// How Firebase answers for a push message. Browsers' push services, which can't speak for a connection, are in push-web.test.ts.
import { fcmDetail, firebaseError, isTokenRequest, serviceAccount } from '../../harness/push.ts'
import { type Dialect, httpDialect } from './dialect.ts'

export const pushByFirebase: Dialect = {
  ...httpDialect({
    channel: 'push',
    way: 'Firebase',
    recipient: { push: [{ kind: 'fcm', token: 'secret-token-of-ada' }] },
    settings: (url) => ({ fcm: { service_account: serviceAccount(url), api_base: url } }),
    message: {},
    carries: (request) => !isTokenRequest(request),
    otherwise: () => ({ body: { access_token: 'secret-token', expires_in: 3600 } }),
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
  // Access is asked for at another address than messages; push-fcm.test.ts has the faults of both.
  http: undefined,
}

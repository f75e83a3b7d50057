// The exports of the package.
export type * from './api.ts'
export type { CallOptions } from './call.ts'
export {
  type Batch,
  type BatchResult,
  type Client,
  type ClientOptions,
  createClient,
  type DeliveryRecord,
  type Sent,
  type Usage,
} from './client.ts'
export type { HeadersGiven } from './headers.ts'
export { everyRow, type Manage } from './manage.ts'
export type { Failure, Outcome, Success } from './outcome.ts'
export {
  type EventName,
  type EventOptions,
  type NotVerified,
  type VerifiedCallback,
  type VerifiedEvent,
  type VerifyOptions,
  verify,
  verifyCallback,
} from './verify.ts'

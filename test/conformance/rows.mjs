// The statements that the tests must prove: the parts of the specification and the decisions. The file also has the
// state of each area of the project.

import { actions } from './rows/actions.mjs'
import { authentication } from './rows/authentication.mjs'
import { batch } from './rows/batch.mjs'
import { callbacks } from './rows/callbacks.mjs'
import { channels } from './rows/channels.mjs'
import { decisions } from './rows/decisions.mjs'
import { deliveries } from './rows/deliveries.mjs'
import { errors } from './rows/errors.mjs'
import { events } from './rows/events.mjs'
import { health } from './rows/health.mjs'
import { idempotency } from './rows/idempotency.mjs'
import { limits } from './rows/limits.mjs'
import { purpose } from './rows/purpose.mjs'
import { response } from './rows/response.mjs'
import { retries } from './rows/retries.mjs'
import { send } from './rows/send.mjs'
import { subscriptions } from './rows/subscriptions.mjs'
import { trigger } from './rows/trigger.mjs'
import { usage } from './rows/usage.mjs'
import { versioning } from './rows/versioning.mjs'

/**
 * The state of each area. The check fails if an area is done and one of its rows has no test.
 * @type {Record<import('./part.mjs').Area, 'done' | 'open'>}
 */
export const areas = {
  core: 'done',
  email: 'done',
  actions: 'done',
  channels: 'done',
  events: 'done',
  portal: 'done',
  measured: 'open',
}

/** All parts, in the order of the specification. The decisions are the last part. */
export const parts = [
  purpose,
  channels,
  send,
  response,
  batch,
  usage,
  health,
  trigger,
  deliveries,
  retries,
  idempotency,
  actions,
  authentication,
  events,
  callbacks,
  subscriptions,
  errors,
  limits,
  versioning,
  decisions,
]

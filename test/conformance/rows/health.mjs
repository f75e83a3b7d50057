// The public health check.

import { part } from '../part.mjs'

export const health = part(
  'health',
  'Health',
  `
HEALTH-01 core GET /health needs no authentication and no body
HEALTH-02 core It is answered with 200 and status healthy while the queue is short
HEALTH-03 core A queue depth of exactly 100 is still healthy
HEALTH-04 core A queue depth of 101 is degraded
HEALTH-05 core Degraded is answered with 503 and a body of the same shape
HEALTH-06 core worker is active while messages are worked on
HEALTH-07 core worker is stale when it is idle while the queue is full
HEALTH-08 core worker_last_activity is a date-time, or null when no worker has been seen
HEALTH-09 core queue_depth is the integer number of messages waiting
HEALTH-10 core last_hour has integer counters sent, delivered and failed for the last hour
HEALTH-11 core timestamp is a date-time
`,
)

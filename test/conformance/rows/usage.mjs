// The usage of a workspace in the current period.

import { part } from '../part.mjs'

export const usage = part(
  'usage',
  'Usage',
  `
USAGE-01 core GET /usage without a body is answered with 200
USAGE-02 core The figures are those of the key's workspace in the current period
USAGE-03 core workspace_id is an integer
USAGE-04 core period is year and month
USAGE-05 core total_sent is an integer count of the messages sent
USAGE-06 core total_failed is an integer count of the messages failed
USAGE-07 core by_channel has sent and failed for each channel name
USAGE-08 core quota has limit, used and remaining
USAGE-09 core quota.limit and quota.remaining are null on an unlimited plan
USAGE-10 core plan_slug and plan_name name the plan
USAGE-11 core messages has used, limit and remaining
USAGE-12 core messages.percentage is an integer
USAGE-13 core messages.limit is null on an unlimited plan
USAGE-14 core whatsapp has used and limit of its separate bundle
USAGE-15 core whatsapp.limit is null when the bundle is unlimited
USAGE-16 core period_start and period_end are the dates of the current billing period
`,
)

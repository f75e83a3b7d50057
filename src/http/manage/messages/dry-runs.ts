// Management route that describes what a send request would do.
import { Type } from 'typebox'
import { drySend } from '../../../admission/portal/dry-send.ts'
import { composePreview } from '../../../delivery/details/preview.ts'
import { bodies } from '../../../limits.ts'
import type { HttpDeps } from '../../deps.ts'
import { dryRunBody } from '../../dry-run-answer.ts'
import { type ManageApp, read, route } from '../access/rules.ts'
import { body, id, inWorkspace, mode, open } from '../shapes.ts'

export function dryRunRoutes(app: ManageApp, deps: HttpDeps): void {
  const { admission, allowPrivateNetwork, clock, db, publicUrl } = deps
  app.post(
    '/workspaces/:ws/dry-runs',
    {
      bodyLimit: bodies.message,
      ...route(read('viewer'), 'dryRun', 'Describe what a send request would do', {
        description:
          'Stores, sends and charges nothing. If the request would be refused, the response is the refusal with its status.',
        params: inWorkspace,
        body: body({
          source: Type.Optional({
            ...id,
            description:
              'The source whose connections would send the message. The default is the first source of the workspace.',
          }),
          mode: Type.Optional({ ...mode, description: 'The mode of the key. Default: `live`.' }),
          message: open('The body of POST /v1/send. At most 2 MB.'),
        }),
        response: { 200: 'DryRun' },
      }),
    },
    async ({ params: { ws: workspaceId }, body: { mode: chosen = 'live', ...input } }) => {
      const options = { now: clock.now(), allowPrivateNetwork }
      const outcome = await drySend(admission, db, options, { workspaceId, mode: chosen, ...input })
      const result = dryRunBody(deps, outcome)
      if (outcome.kind !== 'accepted') return { result, message: null }
      const { channel, address, content, deliveryId, recipient, parsed } = outcome.message
      const { masked: _, ...shown } = content
      const previewed = {
        channel,
        address,
        deliveryId,
        recipientName: recipient.name,
        priority: parsed.request.priority ?? 'normal',
        content: shown,
      }
      return { result, message: await composePreview(db, publicUrl(), workspaceId, previewed) }
    },
  )
}

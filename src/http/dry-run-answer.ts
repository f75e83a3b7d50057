// The answer of a dry run: what a send request would do with a message.
import { Type } from 'typebox'
import { expiryOf } from '../admission/record.ts'
import type { DryOutcome } from '../admission/sets/dry-run.ts'
import { channelNames } from '../channels/index.ts'
import type { HttpDeps } from './deps.ts'
import { limitedBody, replayedBody } from './public/answers.ts'
import { plannedSteps, plannedStepsOf } from './public/steps.ts'

const date = Type.String({ format: 'date-time' })

export const dryRunResponse = Type.Object(
  {
    dry_run: Type.Literal(true),
    status: Type.Literal('queued', { description: 'The message would be accepted.' }),
    channel: Type.Enum(channelNames, { type: 'string' }),
    recipient: Type.Object(
      { id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String(), address: Type.String() },
      { description: 'The id is null if the request would create the recipient.' },
    ),
    template: Type.String(),
    category: Type.Union([Type.String(), Type.Null()]),
    declined_channels: Type.Array(Type.Enum(channelNames, { type: 'string' }), {
      description: 'Channels before the chosen one that the recipient declines for this category.',
    }),
    locale: Type.String({ description: 'The language of the content.' }),
    price: Type.Object(
      {
        account: Type.Union([Type.Enum(['quota', 'whatsapp', 'credits'], { type: 'string' }), Type.Null()]),
        credits: Type.Integer(),
      },
      { description: 'The account that would pay. null for a test key, whose messages are free.' },
    ),
    scheduled_for: Type.Union([date, Type.Null()]),
    deferred_until: Type.Union([date, Type.Null()], {
      description: 'The end of the quiet hours for which the message would wait. null if it would not wait.',
    }),
    expires_at: Type.String({ format: 'date-time', description: 'The message would not be sent after this time.' }),
    digest: Type.Optional(
      Type.Object(
        { result: Type.Enum(['opens', 'joins'], { type: 'string' }), items: Type.Integer() },
        {
          description:
            'Present for a message with `digest`: whether it would open a digest or join an open one, which is free, and the number of messages in the digest.',
        },
      ),
    ),
    content: Type.Object(
      {
        subject: Type.Optional(Type.String()),
        body: Type.String(),
        segments: Type.Optional(
          Type.Object({ segments: Type.Integer() }, { additionalProperties: true, description: 'The size of an SMS.' }),
        ),
      },
      {
        additionalProperties: true,
        description:
          'The rendered content. It also contains buttons, media, attachments and the content for this channel.',
      },
    ),
    steps: plannedSteps,
  },
  { $id: 'DryRunResponse', description: 'What the request would do. Nothing was stored, sent or charged.' },
)

/** Returns the answer for a message that would not be refused. */
export function dryRunBody({ clock, config }: HttpDeps, outcome: Exclude<DryOutcome, { kind: 'refused' }>) {
  if (outcome.kind === 'replayed') return { dry_run: true, ...replayedBody(outcome) }
  if (outcome.kind === 'limited') return { dry_run: true, ...limitedBody(outcome) }
  const { message, isNewRecipient } = outcome
  const { content, recipient, address, channel, parsed, charge } = message
  const { masked: _, ...shown } = content
  return {
    dry_run: true,
    status: 'queued',
    channel,
    recipient: { id: isNewRecipient ? null : recipient.id, name: recipient.name, address },
    template: parsed.request.template,
    category: content.category ?? null,
    declined_channels: message.declinedChannels ?? [],
    locale: content.locale,
    price: { account: charge?.account ?? null, credits: charge?.cost ?? 0 },
    scheduled_for: parsed.scheduledFor?.toISOString() ?? null,
    deferred_until: message.quietUntil?.toISOString() ?? null,
    expires_at: expiryOf(message, clock.now(), config.deliveryMaxAge).toISOString(),
    ...(message.outcome?.kind === 'accepted' && message.outcome.digest ? { digest: message.outcome.digest } : {}),
    content: shown,
    ...plannedStepsOf(message.steps, message.charge !== null),
  }
}

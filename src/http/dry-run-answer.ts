// The answer of a dry run: what a send request would do with a message.
import { Type } from 'typebox'
import type { Charged } from '../admission/entry.ts'
import { expiryOf, requestedAt } from '../admission/record.ts'
import type { DryOutcome } from '../admission/sets/dry-run.ts'
import { channelNames } from '../channels/index.ts'
import { quietUntil } from '../lib/quiet-hours/period.ts'
import type { HttpDeps } from './deps.ts'
import { plannedSteps, plannedStepsOf } from './planned-steps.ts'
import { limitedBody, replayedBody } from './public/answers.ts'

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
        {
          result: Type.Enum(['opens', 'joins'], { type: 'string' }),
          items: Type.Integer(),
          closes_at: Type.String({
            format: 'date-time',
            description: 'The time at which the digest is sent if no further message joins it.',
          }),
          deferred_until: Type.Union([date, Type.Null()], {
            description: 'The end of the quiet hours for which the digest would wait if it closed at this time.',
          }),
        },
        {
          description:
            'Present for a message with `digest`: whether it would open a digest or join an open one, which is free, and the number of messages in the digest.',
        },
      ),
    ),
    limit: Type.Optional(
      Type.Object(
        { key: Type.String(), most: Type.Integer(), per: Type.String(), counted: Type.Integer() },
        {
          description:
            'Present for a message with `limit` that counts toward it. `counted` is the number of messages in the period, including this one.',
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
  const now = clock.now()
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
    expires_at: expiryOf(message, now, config.deliveryMaxAge).toISOString(),
    ...digestOf(message),
    ...limitOf(message),
    content: shown,
    ...plannedStepsOf(message, now, requestedAt(message, now)),
  }
}

function digestOf({ outcome, quietHours }: Charged) {
  if (outcome?.kind !== 'accepted' || !outcome.digest) return {}
  const { result, items, closesAt } = outcome.digest
  const end = quietHours && quietUntil(quietHours, closesAt)
  const times = { closes_at: closesAt.toISOString(), deferred_until: end?.toISOString() ?? null }
  return { digest: { result, items, ...times } }
}

function limitOf({ parsed, counted }: Charged) {
  const { limit } = parsed.request
  return limit && counted !== undefined ? { limit: { ...limit, counted } } : {}
}

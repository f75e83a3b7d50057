// Reads the content of a delivery. In the API, the content is an object whose fields depend on the channel.
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'

export interface ShownContent {
  subject: string | undefined
  body: string
  own: object | undefined
  actions: { slug: string; label: string }[]
  attachments: string[]
  media: { type: string; url: string } | undefined
  /** The size of an SMS. */
  segments: { segments: number; encoding: string; units: number } | undefined
}

/** The channels that send a subject. On other channels, the recipient does not see the subject of the template. */
const WITH_SUBJECT = ['email', 'push']

export function contentOf({ channel, content }: DeliveryTimeline): ShownContent {
  return {
    subject: WITH_SUBJECT.includes(channel) ? textIn(content, 'subject') : undefined,
    body: textIn(content, 'body') ?? '',
    own: isRecord(content.own) && Object.keys(content.own).length > 0 ? content.own : undefined,
    actions: listIn(content, 'actions').map((action) => ({
      slug: textIn(action, 'slug') ?? '',
      label: textIn(action, 'label') ?? textIn(action, 'slug') ?? '',
    })),
    attachments: listIn(content, 'attachments').flatMap((file) => textIn(file, 'filename') ?? []),
    media: isRecord(content.media)
      ? { type: textIn(content.media, 'type') ?? '', url: textIn(content.media, 'url') ?? '' }
      : undefined,
    segments: isRecord(content.segments)
      ? {
          segments: numberIn(content.segments, 'segments'),
          encoding: textIn(content.segments, 'encoding') ?? '',
          units: numberIn(content.segments, 'units'),
        }
      : undefined,
  }
}

function numberIn(record: Record<string, unknown>, name: string): number {
  return typeof record[name] === 'number' ? record[name] : 0
}

function textIn(record: Record<string, unknown>, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function listIn(record: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = record[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

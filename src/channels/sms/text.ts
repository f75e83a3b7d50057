// The text of an SMS: the body, and a short link for each button.
import type { Content, Misfit, OutgoingMessage } from '../contract.ts'
import type { Segments } from '../text/segments.ts'
import { empty, tooLong } from '../text/text-length.ts'
import { smsLimits } from './limits.ts'
import { segmentsOf } from './segments.ts'
import { maxSegmentsOf, sendsMedia } from './settings.ts'

/** Returns the whole text of a message to send. */
export function smsText({ body, actions }: Pick<OutgoingMessage, 'body' | 'actions'>): string {
  return withLinks(body, actions)
}

/** Returns the segments of accepted content. `actionUrl` is a URL of the real length. */
export function contentSegments({ body, actions }: Pick<Content, 'body' | 'actions'>, actionUrl: string): Segments {
  return segmentsOf(linkedText({ body, actions }, actionUrl))
}

export function smsMisfits(content: Content, actionUrl: string, settings?: Record<string, unknown>): Misfit[] {
  const text = linkedText(content, actionUrl)
  const long = tooLong('sms', 'template', 'the text', text, smsLimits.text)
  return [
    ...empty('sms', content.body),
    ...(long.length > 0 ? long : tooManySegments(segmentsOf(text), maxSegmentsOf(settings))),
    ...(content.media === undefined ? [] : mediaMisfits(content.media, settings)),
  ]
}

function linkedText({ body, actions }: Pick<Content, 'body' | 'actions'>, actionUrl: string): string {
  return withLinks(
    body,
    actions.map(({ label }) => ({ label, url: actionUrl })),
  )
}

function withLinks(body: string, links: { label: string; url: string }[]): string {
  return [body, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')
}

/** Returns the misfit of a text that needs more segments than the connection permits. */
export function tooManySegments({ segments, encoding }: Segments, most: number): Misfit[] {
  if (segments <= most) return []
  const hint = encoding === 'UCS-2' ? '; a text without emoji and special characters needs fewer' : ''
  return [
    { field: 'template', message: `the text has ${segments} segments; this connection sends at most ${most}${hint}` },
  ]
}

function mediaMisfits(
  { caption }: NonNullable<Content['media']>,
  settings: Record<string, unknown> | undefined,
): Misfit[] {
  if (!sendsMedia(settings))
    return [
      {
        field: 'media',
        message: 'the sms connection sends no media; put a link into the text, or use a connection with mms enabled',
      },
    ]
  return caption === undefined ? [] : [{ field: 'media.caption', message: 'sms has no captions; put it into the text' }]
}

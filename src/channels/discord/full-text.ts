// The text of a message with the link to a file that Discord shows as text.
import type { Content } from '../contract.ts'

export function fullText({ body, media }: Pick<Content, 'body' | 'media'>): string {
  if (!media || media.type === 'image') return body
  return [body, media.caption ?? media.filename, media.url].filter(Boolean).join('\n')
}

// The name of a field as the portal's forms show it, from its path in the API.
import type { Texts } from '../../texts/texts.tsx'

/** Parts of a path that say nothing to a reader of a form. */
const UNSAID = ['settings', 'recipient', 'brand']

/** `settings.webhook_url` is "Webhook url", `locales.it.body` is "Languages › it › Text". */
export function fieldLabel(path: string, { fields }: Texts): string {
  const known: Record<string, string> = fields
  const all = path.split('.')
  const parts = all.length > 1 ? all.filter((part) => !UNSAID.includes(part)) : all
  return parts
    .map((part) => (Object.hasOwn(known, part) ? known[part]! : part.replaceAll('_', ' ')))
    .map(capital)
    .join(' › ')
}

/** The first part is the name; those below it are written as the caller wrote them. */
function capital(part: string, at: number): string {
  return at === 0 ? `${part.charAt(0).toUpperCase()}${part.slice(1)}` : part
}

// The label of an API field in the forms of the portal.
import type { Texts } from '../../texts/texts.tsx'

/** The parts of a path that a label omits. */
const UNSAID = ['settings', 'recipient', 'brand']

/**
 * Returns the label of a path: `settings.webhook_url` is “Webhook url”, `locales.it.body` is “Languages › it › Text”.
 */
export function fieldLabel(path: string, { fields }: Texts): string {
  const known: Record<string, string> = fields
  const all = path.split('.')
  const parts = all.length > 1 ? all.filter((part) => !UNSAID.includes(part)) : all
  return parts
    .map((part) => (Object.hasOwn(known, part) ? known[part]! : part.replaceAll('_', ' ')))
    .map(capitalizeFirst)
    .join(' › ')
}

/** Capitalizes the first part. The other parts are input of the caller and stay unchanged. */
function capitalizeFirst(part: string, at: number): string {
  return at === 0 ? `${part.charAt(0).toUpperCase()}${part.slice(1)}` : part
}

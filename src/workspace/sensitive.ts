// Sensitive variables: what a viewer sees of messages, callbacks and events that carry one-time codes.
import type { Content, ContentAttachment, Media } from '../channels/contract.ts'
import type { RenderedText } from '../channels/rendered-text.ts'
import { MASK, maskedLeaves, maskedUrl, replacedInLeaves } from '../lib/mask.ts'
import type { Connection } from '../store/database.ts'
import { readSensitiveNames } from '../store/templates.ts'

/** `full` for admins and owners; `masked` for viewers, and for management tokens with the rights of a viewer. */
export type Sight = 'full' | 'masked'

type Vars = Readonly<Record<string, string>>

/** The variables with a mask for every one that is named in `names`. */
export function maskedVars(vars: Vars, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, names.includes(name) ? MASK : value]))
}

/** What a message holds of its sensitive variables. */
export interface SensitiveParts {
  template_slug: string
  vars: Vars | null
  /** The names that were marked when the message was accepted. */
  sensitive: string[] | null
}

/** Which variables of a message are masked. */
export interface Masking {
  names: string[]
  /** `hidden`: a name was marked after accept, so no text with a mask was rendered. */
  text: 'plain' | 'masked' | 'hidden'
}

export const NOTHING_MASKED: Masking = { names: [], text: 'plain' }

/**
 * Says for each message which variables are masked. A mark that was set after the message was accepted counts too: its
 * text was not rendered with a mask, so it is hidden. One statement for all messages.
 */
export async function maskingsOf(
  c: Connection,
  workspaceId: number,
  messages: readonly SensitiveParts[],
): Promise<Masking[]> {
  const marked = await readSensitiveNames(c, workspaceId, [
    ...new Set(messages.map((message) => message.template_slug)),
  ])
  return messages.map(({ template_slug, vars, sensitive }) => {
    const accepted = sensitive ?? []
    const since = (marked.get(template_slug) ?? []).filter(
      (name) => !accepted.includes(name) && Object.hasOwn(vars ?? {}, name),
    )
    const text = since.length > 0 ? 'hidden' : accepted.length > 0 ? 'masked' : 'plain'
    return { names: [...accepted, ...since], text }
  })
}

/** The same for one message; nothing is read for a full sight. */
export async function maskingOf(
  c: Connection,
  workspaceId: number,
  sight: Sight,
  message: Partial<SensitiveParts> & Pick<SensitiveParts, 'template_slug'>,
): Promise<Masking> {
  if (sight === 'full') return NOTHING_MASKED
  const { template_slug, vars = null, sensitive = null } = message
  const [masking] = await maskingsOf(c, workspaceId, [{ template_slug, vars, sensitive }])
  return masking ?? NOTHING_MASKED
}

/** A message's content as an answer shows it. */
export function shownContent(
  { masked, ...full }: Content,
  sight: Sight,
  { names, text }: Masking,
): Omit<Content, 'masked'> {
  if (sight === 'full') return full
  const { subject, body, own, media, ...rest } = full
  return {
    ...rest,
    ...shownText({ subject, body, own }, masked, text),
    vars: maskedVars(full.vars, names),
    actions: full.actions.map(({ callback_url, payload, ...action }) => ({
      ...action,
      callback_url: maskedUrl(callback_url),
      ...(payload === undefined ? {} : { payload: maskedLeaves(payload) as object }),
    })),
    ...(media === undefined ? {} : { media: maskedFile(media) }),
    attachments: full.attachments.map(maskedFile),
  }
}

/** The query of a file's URL may hold a code or a signature that grants access. */
export function maskedFile<File extends { url?: string }>({ url, ...file }: File) {
  return { ...file, ...(url === undefined ? {} : { url: maskedUrl(url) }) } as File
}

function shownText(plain: RenderedText, masked: RenderedText | undefined, text: Masking['text']): RenderedText {
  if (text === 'plain') return plain
  return (text === 'masked' ? masked : undefined) ?? { body: MASK }
}

/** What the test inbox kept of a message: the message as composed, and composed with masks where it has sensitive variables. */
export interface KeptMessage extends Record<string, unknown> {
  masked?: Record<string, unknown>
  media?: Media
  attachments?: ContentAttachment[]
}

/** Fields of a composed message that hold no text of the template. */
const TEXTLESS = ['channel', 'address', 'recipient_name', 'priority', 'actions', 'media']

/** A message of the test inbox as an answer shows it. */
export function shownMessage(kept: KeptMessage, sight: Sight, masking: Masking): Record<string, unknown> {
  const { masked: _masked, ...plain } = kept
  if (sight === 'full') return plain
  return replacedInLeaves(visibleParts(kept, masking), maskedUrlsOf(plain)) as Record<string, unknown>
}

/** A push notification repeats the URL of the message's media. */
function maskedUrlsOf({ media, attachments = [] }: KeptMessage): Map<string, string> {
  const urls = [media, ...attachments].flatMap((file) => file?.url ?? [])
  return new Map(urls.sort((one, other) => other.length - one.length).map((url) => [url, maskedUrl(url)]))
}

function visibleParts({ masked, ...plain }: KeptMessage, { text }: Masking): Record<string, unknown> {
  if (text === 'plain') return plain
  if (text === 'masked' && masked) return masked
  return { ...Object.fromEntries(Object.entries(plain).filter(([name]) => TEXTLESS.includes(name))), body: MASK }
}

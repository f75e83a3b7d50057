// The preview of a stored or unsaved template: the content for one channel, and the problems for which a send would be
// refused.
import type { Content, OutgoingMessage } from '../channels/contract.ts'
import type { EmailLayout } from '../channels/email/design/designed.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { renderForChannel } from '../channels/sandbox/sandbox.ts'
import { withPreferencesPlace } from '../channels/text/preferences-place.ts'
import type { RenderedText } from '../channels/text/rendered-text.ts'
import { Refused, refuseInvalid } from '../errors.ts'
import type { JsonValue } from '../lib/json/json-fields.ts'
import { placeholdersIn } from '../lib/text/placeholders.ts'
import { maskedItems } from '../redaction/digest-items.ts'
import { maskedVars, type Visibility } from '../redaction/sensitive.ts'
import { maskedData } from '../redaction/sensitive-data.ts'
import type { Connection } from '../store/database.ts'
import { findLayout } from '../store/templates/layouts.ts'
import type { CompiledLocales, TemplateSource } from '../store/templates/templates.ts'
import type { WorkspaceRow } from '../store/workspaces/workspaces.ts'
import { brandOf } from '../workspaces/brand.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { checkContent, hasNewParts } from './checked.ts'
import { contentFor, localeOf } from './content.ts'
import { type DigestItems, digestVars, liquidItems, type SampleItem, sampleItems } from './digest-values.ts'
import { requireDraft } from './drafts.ts'
import { withCompiled } from './email/formats.ts'
import { layoutFor } from './email/layouts.ts'
import { budgetMisfit, contentBudget, fillContent, withLayout } from './fill.ts'
import { SERVICE_NAMES } from './liquid/parsing.ts'
import { errorAt, type Problem } from './problems.ts'
import { requireTemplate } from './templates.ts'
import { RenderingBusy, renderInThread } from './threads/render-threads.ts'

export interface PreviewInput {
  /** A URL that leads nowhere and has the length of a button's URL on this channel. */
  buttonUrl: string
  /** The base URL of links. */
  publicUrl: string
  channel: ChannelName
  locale?: string
  vars?: Record<string, string> | undefined
  data?: JsonValue | undefined
  /** Sample messages of a digest. */
  items?: SampleItem[] | undefined
  /** Buttons of the message. */
  actions?: { slug: string; label: string }[]
}

/** Previews the published content of a template, or its draft. */
export async function previewTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
  { draft, ...input }: PreviewInput & { draft?: boolean },
  visibility: Visibility,
) {
  const workspace = await requireWorkspace(c, workspaceId)
  const template = await requireTemplate(c, workspaceId, slug)
  const content = draft || template.version === 0 ? await requireDraft(c, template.id, slug) : template
  const sensitive = [...template.sensitive, ...content.sensitive]
  const values =
    visibility === 'full'
      ? input
      : {
          ...input,
          vars: maskedVars(input.vars ?? {}, sensitive),
          data: input.data === undefined ? undefined : maskedData(input.data, sensitive),
          items: input.items && maskedItems(sampleItems(input.items), sensitive).list,
        }
  const checked = content === template ? { problems: [], ...template } : await checkedParts(c, workspaceId, content)
  return preview(c, workspace, { ...content, ...checked }, values)
}

/** Previews the unsaved content of an editor. */
export async function previewDraft(c: Connection, workspaceId: number, draft: TemplateSource, input: PreviewInput) {
  const workspace = await requireWorkspace(c, workspaceId)
  return preview(c, workspace, { ...draft, ...(await checkedParts(c, workspaceId, draft)) }, input)
}

type Previewed = TemplateSource & { problems: Problem[]; compiled: CompiledLocales | null }

/** Checks content that has Liquid, HTML, MJML or a layout. The problems of other content are those of its message. */
async function checkedParts(c: Connection, workspaceId: number, content: TemplateSource) {
  if (!hasNewParts(content)) return { problems: [], compiled: null }
  const { problems, compiled } = await checkContent(c, workspaceId, content)
  return { problems, compiled }
}

async function preview(c: Connection, workspace: WorkspaceRow, template: Previewed, input: PreviewInput) {
  const { buttonUrl, publicUrl, channel, data, items, actions = [] } = input
  const vars = withPreferencesPlace(input.vars ?? {}, publicUrl)
  const locales = withCompiled(template.locales, template.compiled)
  const locale = localeOf(locales, input.locale, workspace.default_locale)
  const inLocale = locale === undefined ? undefined : locales[locale]
  if (locale === undefined || inLocale === undefined)
    refuseInvalid({ locale: [`the template has ${Object.keys(locales).join(', ')}`] })
  const source = contentFor(inLocale, channel)
  const subject = source.subject ?? (channelOf(channel).titled ? template.name : undefined)
  const layout = await layoutOfPreview(c, workspace, template.layout, channel, locale)
  const problems = template.problems.filter(({ field }) => isFieldOf(field, locale))
  const parts = { channel, source, subject, vars, data, items: items && sampleItems(items), layout }
  const texts = problems.length > 0 ? noTexts(problems) : await textsOf(workspace.id, template, parts)
  const { missing, variables, ...filled } = texts
  const buttons = actions.map(({ slug, label }) => ({ slug, label, callback_url: '' }))
  const content: Content = { ...filled.texts, vars, locale, actions: buttons, attachments: [] }
  const misfits =
    filled.problems.length > 0
      ? filled.problems
      : channelOf(channel)
          .misfits(content, buttonUrl)
          .map(({ field, message }) => errorAt(field, message))
  const { subject: filledSubject = null, body, own } = content
  return {
    channel,
    locale,
    subject: filledSubject,
    body,
    ...(own === undefined ? {} : { own }),
    missing,
    variables,
    problems: misfits,
    message:
      filled.problems.length > 0
        ? {}
        : await renderForChannel(channel, sampleOf(workspace, channel, content, buttonUrl)),
  }
}

interface Parts {
  channel: ChannelName
  source: ReturnType<typeof contentFor>
  subject: string | undefined
  vars: Record<string, string>
  data: JsonValue | undefined
  items: DigestItems | undefined
  layout: EmailLayout | undefined
}

interface PreviewTexts {
  texts: RenderedText
  missing: string[]
  variables: string[]
  problems: Problem[]
}

function noTexts(problems: Problem[]): PreviewTexts {
  return { texts: { body: '' }, missing: [], variables: [], problems }
}

async function textsOf(workspaceId: number, { engine }: Previewed, parts: Parts): Promise<PreviewTexts> {
  return engine === 'liquid' ? liquidTexts(workspaceId, parts) : filledTexts(parts)
}

function filledTexts({ channel, source, subject, vars, items, layout }: Parts): PreviewTexts {
  const budget = contentBudget(channel)
  const { missing, ...texts } = fillContent(source, channel, digestVars(vars, items), subject, { budget, layout })
  const misfit = budgetMisfit(channel, budget)
  if (misfit) refuseInvalid({ [misfit.field]: [misfit.message] })
  const variables = placeholdersIn([source, subject]).filter((name) => !SERVICE_NAMES.includes(name))
  return { texts, missing: [...missing], variables, problems: [] }
}

async function liquidTexts(workspaceId: number, { layout, vars, data, items, ...job }: Parts): Promise<PreviewTexts> {
  const { channel, source, subject } = job
  const values = { vars, data, ...(items && liquidItems(items)) }
  try {
    const result = await renderInThread(workspaceId, { channel, source, subject, values, lenient: true })
    if (!('problem' in result)) {
      const { content, missing, variables } = result
      return { texts: withLayout(content, layout), missing, variables, problems: [] }
    }
    const { at, message, ...place } = result.problem
    return noTexts([errorAt(at, message, place)])
  } catch (error) {
    if (!(error instanceof RenderingBusy)) throw error
    throw new Refused({ code: 'unavailable', message: 'Too many messages are rendered. Try again.', retryAfter: 1 })
  }
}

async function layoutOfPreview(
  c: Connection,
  { id, default_locale }: WorkspaceRow,
  slug: string | null,
  channel: ChannelName,
  locale: string,
): Promise<EmailLayout | undefined> {
  if (slug === null || channelOf(channel).content !== 'html') return undefined
  const layout = await findLayout(c, id, slug)
  return layout && layoutFor(layout, locale, default_locale)
}

/** Returns whether a problem concerns the locale. Problems of other locales do not prevent the preview. */
function isFieldOf(field: string, locale: string): boolean {
  return !field.startsWith('locales.') || field === `locales.${locale}` || field.startsWith(`locales.${locale}.`)
}

/** The preview has no recipient, so the links of its message lead nowhere. Links in a text have their real length. */
function sampleOf(workspace: WorkspaceRow, channel: ChannelName, content: Content, buttonUrl: string): OutgoingMessage {
  const url = channelOf(channel).shortLinks ? buttonUrl : '#'
  return {
    ...content,
    deliveryId: 0,
    address: '',
    recipientName: '',
    priority: 'normal',
    actions: content.actions.map(({ slug, label }) => ({ slug, label, token: '', url })),
    attachments: [],
    ...(channelOf(channel).content === 'html'
      ? { mail: { messageId: '', ...brandOf(workspace), unsubscribeUrl: '#' } }
      : {}),
  }
}

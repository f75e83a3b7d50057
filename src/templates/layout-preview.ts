// The preview of an unsaved layout with a sample text.
import { renderForChannel } from '../channels/sandbox/sandbox.ts'
import { refuseInvalid } from '../errors.ts'
import { textOf } from '../lib/json/json-fields.ts'
import type { Connection } from '../store/database.ts'
import type { LayoutSource } from '../store/templates/layouts.ts'
import { brandOf } from '../workspaces/brand.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { localeOf } from './content.ts'
import { layoutFor } from './email/layouts.ts'
import { unsafeHtml } from './email/unsafe-html.ts'
import { checkLayout } from './layout-check.ts'
import { refuseErrors } from './problems.ts'

/** The text of the email in the preview. It needs no translation, because the author replaces it. */
const SAMPLE = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n\nSed do eiusmod tempor incididunt ut labore.'

export interface LayoutPreviewInput extends Pick<LayoutSource, 'format' | 'locales'> {
  locale?: string
  /** HTML in place of the sample text. */
  content?: string
}

/** Returns the email as the layout shows it. With errors, returns the problems and no email. */
export async function previewLayout(c: Connection, workspaceId: number, input: LayoutPreviewInput) {
  const workspace = await requireWorkspace(c, workspaceId)
  const { locales, content } = input
  const locale =
    localeOf(locales, input.locale, workspace.default_locale) ??
    refuseInvalid({ locale: [`the layout has ${Object.keys(locales).join(', ')}`] })
  if (content !== undefined) refuseErrors(unsafeHtml('content', content))
  const { problems, compiled } = await checkLayout(input)
  if (compiled === null) return { locale, html: '', text: '', problems }
  const layout = layoutFor({ locales, compiled }, locale, workspace.default_locale)
  const message = await renderForChannel('email', {
    deliveryId: 0,
    address: '',
    recipientName: '',
    priority: 'normal',
    subject: workspace.name,
    body: SAMPLE,
    own: { layout, ...(content === undefined ? {} : { html: content }) },
    vars: {},
    locale,
    actions: [],
    attachments: [],
    mail: { messageId: '', ...brandOf(workspace), unsubscribeUrl: '#' },
  })
  return { locale, html: textOf(message.html) ?? '', text: textOf(message.text) ?? '', problems }
}

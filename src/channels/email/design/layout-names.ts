// The placeholders that the service fills in layouts and in the HTML of templates, when it composes an email.

/** The placeholders of a layout. `content` is the email's own content. */
export const layoutNames = [
  'content',
  'subject',
  'brand_name',
  'logo_url',
  'locale',
  'dir',
  'unsubscribe_url',
  'preferences_url',
  'actions',
] as const

export type LayoutName = (typeof layoutNames)[number]

/** The placeholders that the HTML of a template may contain besides variables. */
const markNames = ['unsubscribe_url', 'actions'] as const

/**
 * The marks that stand for these placeholders in stored content, because their values exist only when the email is
 * composed. The marks are characters without a meaning, which no escaping changes.
 */
export const marks: Readonly<Record<(typeof markNames)[number], string>> = {
  unsubscribe_url: '\uE0F1\uE0F0',
  actions: '\uE0F2\uE0F0',
}

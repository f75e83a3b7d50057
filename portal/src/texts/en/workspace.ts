// The English texts of the workspace settings.

export const workspaceSettings = {
  title: 'Workspace',
  text: 'Name, language, time zone, quiet hours and brand of this workspace.',
  general: 'General',
  nameHint: 'Shown in the portal. Recipients see this name if the branding has no display name.',
  locale: 'Default language',
  localeHint:
    'A language code, for example “en”, “it” or “pt-BR”. Carillon uses this language if a template has no text in the recipient’s language.',
  zone: 'Time zone',
  zoneHint: 'Days in the figures of this workspace begin at midnight in this time zone.',
  ownZone: (zone: string) => `Use the time zone of this browser, ${zone}`,
  notice: 'Notification email',
  noticeHint: 'Receives a copy of the notices that Carillon emails to owners, for example about a disabled endpoint.',
  noMail: 'This installation has no mail server (SMTP_URL), so notices appear only in the test inbox.',
}

export const branding = {
  title: 'Brand',
  text: 'The sender that recipients see in emails, on confirmation pages, and on the pages for unsubscribing and for preferences. It applies to all sources of this workspace.',
  name: 'Display name',
  nameHint: 'If this field is empty, the page and the emails show the name of the workspace.',
  color: 'Button color',
  colorHint: 'The text on the buttons is black or white, whichever has more contrast.',
  pickColor: 'Pick a color from the screen',
  logo: 'Logo',
  logoHint: 'An https URL. The logo is displayed 40 pixels high.',
  page: 'Preview',
  confirmationPage: 'Confirmation',
  confirmedPage: 'Confirmed',
  preview: 'Preview of the confirmation page',
}

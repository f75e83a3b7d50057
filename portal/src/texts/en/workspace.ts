// The English texts of the workspace settings.

export const workspaceSettings = {
  title: 'Workspace',
  text: 'Name, default language and notification email of this workspace.',
  nameHint: 'Shown in the portal. Recipients see this name if the branding has no display name.',
  locale: 'Default language',
  localeHint:
    'A language code, for example “en”, “it” or “pt-BR”. Carillon uses this language if a template has no text in the recipient’s language.',
  notice: 'Notification email',
  noticeHint: 'Receives a copy of the notices that Carillon emails to owners, for example about a disabled endpoint.',
  noMail: 'This installation has no mail server (SMTP_URL), so notices appear only in the test inbox.',
}

// The English texts of the workspace settings.

export const workspaceSettings = {
  title: 'Workspace',
  text: 'Name, default language and notice address of this workspace.',
  nameHint: 'Members see it in the list of workspaces.',
  locale: 'Default language',
  localeHint: 'Used when a template has no text in the recipient’s language. A code such as en, it or pt-BR.',
  notice: 'Notice address',
  noticeHint: 'Owners receive notices, such as a disabled endpoint, by email. This address receives them too.',
  noMail: 'This installation has no mail server (SMTP_URL), so notices are kept in the test inbox.',
}

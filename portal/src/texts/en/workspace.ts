// The settings of a workspace, in English.

export const workspaceSettings = {
  title: 'Workspace',
  text: 'The workspace’s name, its default language and the address for notices.',
  nameHint: 'Members see it in the list of workspaces.',
  locale: 'Default language',
  localeHint: 'Used when a template has no text in the recipient’s language: a code such as en, it or pt-BR.',
  notice: 'Notice address',
  noticeHint: 'Owners receive notices, such as a disabled endpoint, by email. This address receives them too.',
  noMail: 'This installation has no mail server (SMTP_URL), so notices are kept in the test inbox.',
}

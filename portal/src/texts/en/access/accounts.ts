// Everybody's accounts, for operators, in English.

export const accounts = {
  title: 'Accounts',
  text: 'Everybody who signs in to this installation, with their workspaces. Operators alone see this.',
  search: 'Name or email',
  empty: 'Nobody of that name',
  workspaces: 'Workspaces',
  passwordLink: 'Password link',
  passwordLinkOf: (name: string) => `A new password for ${name}`,
  passwordLinkText: (name: string) =>
    `Hand this link to ${name} yourself. It works once, within an hour, and ends their other sessions.`,
  promote: 'Make operator',
  promoteQuestion: (name: string) => `Make ${name} an operator?`,
  promoteText: 'Operators see and change every workspace, set plans, give credits and manage these accounts.',
  demote: 'No longer operator',
  demoteQuestion: (name: string) => `Take ${name}’s rights as operator?`,
  demoteText: 'The workspaces they are a member of stay theirs.',
  remove: 'Remove account',
  removeQuestion: (name: string) => `Remove the account of ${name}?`,
  removeText:
    'Their sessions end and they leave every workspace. What they made stays, and the audit log keeps their name.',
  removed: (name: string) => `The account of ${name} is removed`,
}

// The English texts of the page “Accounts”, which lists all accounts for operators.

export const accounts = {
  title: 'Accounts',
  text: 'All accounts of this installation, with their workspaces. Only operators see this page.',
  search: 'Name or email',
  empty: 'No matching accounts',
  workspaces: 'Workspaces',
  moreWorkspaces: (hidden: number) => `+${hidden}`,
  created: 'Created',
  rights: 'Rights',
  anyAccount: 'Any account',
  onlyOperators: 'Only operators',
  signOut: 'Sign out everywhere',
  signOutQuestion: (name: string) => `Sign ${name} out everywhere?`,
  signOutText: 'All sessions of the account end. The password stays the same.',
  signedOut: (name: string) => `${name} is signed out everywhere`,
  resetSecondFactor: 'Remove second factor',
  resetQuestion: (name: string) => `Remove the second factor of ${name}?`,
  resetText: (name: string) =>
    `Use this only if ${name} has lost the phone and the recovery codes, and you are sure that the request comes from ${name}. The password alone is then enough to sign in. All sessions of the account end.`,
  passwordLink: 'Create password link',
  passwordLinkLabel: 'Password link',
  passwordLinkOf: (name: string) => `Password link for ${name}`,
  passwordLinkText: (name: string) =>
    `Send this link to ${name}. The link works once, within one hour. A new password ends the other sessions of the account.`,
  promote: 'Make operator',
  promoteQuestion: (name: string) => `Make ${name} an operator?`,
  promoteText: 'Operators can see and change every workspace, set plans, grant credits and manage accounts.',
  demote: 'Remove operator role',
  demoteQuestion: (name: string) => `Remove the operator role from ${name}?`,
  demoteText: 'The account can no longer manage the installation. It keeps its workspace memberships.',
  remove: 'Remove account',
  removeQuestion: (name: string) => `Remove the account of ${name}?`,
  removeText:
    'The account is signed out everywhere and loses access to all workspaces. Existing data stays, and the audit log keeps the name.',
  removed: (name: string) => `Account of ${name} removed`,
}

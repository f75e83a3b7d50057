// The English texts of the page of management tokens, and those that API keys, trigger keys and management tokens share.

export const credentials = {
  expires: 'Expires',
  expiryChoices: {
    never: 'Never',
    month: 'In 30 days',
    quarter: 'In 90 days',
    year: 'In a year',
    moment: 'Custom date and time',
  },
  expiryMoment: 'Expires at',
  zone: (zone: string) => `In your time zone, ${zone}.`,
  never: 'Never',
  expiresSoon: 'Expires soon',
  created: 'Created',
  lastUsed: 'Last used',
  revoke: 'Revoke',
  /** Keys and tokens have separate texts because their nouns can have different genders. */
  states: {
    key: { expired: 'Expired', notUsed: 'Never used', revokedAt: 'Revoked' },
    token: { expired: 'Expired', notUsed: 'Never used', revokedAt: 'Revoked' },
  },
}

export const tokens = {
  title: 'Management tokens',
  text: 'Scripts and the command line use these tokens to manage this installation. Only operators see this page.',
  create: 'Create token',
  none: 'No management tokens yet',
  noneText: 'A script needs a token to use the management API. Create one token per script, with the smallest scope.',
  name: 'Name',
  nameHint: 'The program that uses the token. The audit log shows this name with every change.',
  nameExample: 'Nightly report',
  scope: 'Scope',
  scopes: { read: 'Read', manage: 'Manage', operator: 'Operator' },
  scopeTexts: {
    read: 'Same access as a viewer, in every workspace: no secrets and no changes.',
    manage:
      'Same access as an owner, in every workspace. Excludes plans, credits, accounts, tokens and new workspaces.',
    operator: 'Full access to the installation.',
  },
  newToken: 'New token',
  use: 'Send it in the header “Authorization: Bearer”, or set CARILLON_TOKEN for the command line.',
  revokeTitle: (name: string) => `Revoke the token “${name}”?`,
  revokeText: (hint: string) =>
    `Requests with the token that ends in ${hint} will be refused with 401. This can’t be undone.`,
  revokeFileText: 'The command line on the server may use this token. Run “carillon token” there to create a new one.',
  revoked: 'Token revoked',
}

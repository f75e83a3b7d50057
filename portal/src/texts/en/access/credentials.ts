// The English texts of the page “Management tokens”, and the texts that tokens, API keys and trigger keys share.

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
  zone: (zone: string) => `Enter the time in your time zone, ${zone}.`,
  never: 'Never',
  expiresSoon: 'Expires soon',
  created: 'Created',
  lastUsed: 'Last used',
  revoke: 'Revoke',
  /** Keys and tokens have separate texts because, in some languages, “key” and “token” have different genders. */
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
  noneText:
    'A script needs a token to use the management API. Create one token per script, with the smallest scope that the script needs.',
  name: 'Name',
  nameHint: 'The program that uses the token. The audit log shows this name with every change.',
  nameExample: 'Nightly report',
  scope: 'Scope',
  scopes: { read: 'Read', manage: 'Manage', operator: 'Operator' },
  scopeTexts: {
    read: 'The access of a viewer in every workspace. The token cannot read secrets or make changes.',
    manage:
      'The access of an owner in every workspace. The token cannot manage plans, credits, accounts or tokens, and cannot create workspaces.',
    operator: 'Full access to the installation.',
  },
  newToken: 'New token',
  use: 'Send the token in the header “Authorization: Bearer”. For the command line, set CARILLON_TOKEN to the token.',
  revokeTitle: (name: string) => `Revoke the token “${name}”?`,
  revokeText: (hint: string) =>
    `Requests with the token that ends in ${hint} will be refused with 401. This can’t be undone.`,
  revokeFileText:
    'If the command line on the server uses this token, run “carillon token” on the server to create a new token.',
  revoked: 'Token revoked',
}

// What API keys, trigger keys and management tokens have alike, and the page of management tokens, in English.

export const credentials = {
  expires: 'Expires',
  expiryChoices: {
    never: 'Never',
    month: 'In 30 days',
    quarter: 'In 90 days',
    year: 'In a year',
    moment: 'At a time of your choice',
  },
  expiryMoment: 'Expires at',
  zone: (zone: string) => `In your time zone, ${zone}.`,
  never: 'Never',
  expiresSoon: 'Expires soon',
  created: 'Created',
  lastUsed: 'Last used',
  revoke: 'Revoke',
  /** Apart, because languages have words of two genders. */
  states: {
    key: { expired: 'Expired', notUsed: 'Not used yet', revokedAt: 'Revoked' },
    token: { expired: 'Expired', notUsed: 'Not used yet', revokedAt: 'Revoked' },
  },
}

export const tokens = {
  title: 'Management tokens',
  text: 'Scripts and the command line use them to manage this installation. Only operators see this page.',
  create: 'Create token',
  none: 'No management tokens yet',
  noneText:
    'A token opens the management API to a script. Give each script its own, with the narrowest scope that serves.',
  name: 'Name',
  nameHint: 'What uses it. The audit log shows the name with every change.',
  nameExample: 'Nightly report',
  scope: 'Scope',
  scopes: { read: 'Read', manage: 'Manage', operator: 'Operator' },
  scopeTexts: {
    read: 'Sees what a viewer sees, in every workspace. It sees no secrets and changes nothing.',
    manage: 'Does what an owner may do, in every workspace. No plans, credits, accounts, new workspaces or tokens.',
    operator: 'Can do everything in the whole installation.',
  },
  newToken: 'The new token',
  use: 'Send it as “Authorization: Bearer” and the token, or set CARILLON_TOKEN for the command line.',
  revokeTitle: (name: string) => `Revoke the token “${name}”?`,
  revokeText: (hint: string) =>
    `Requests with the token that ends in ${hint} are refused with 401 from now on. It can’t be brought back.`,
  revokeFileText:
    'The command line on the server may use this token: afterwards “carillon token” makes a new one there.',
  revoked: 'The token is revoked',
}

// The audit log, in English.

export const audit = {
  title: 'Audit log',
  text: 'Every change in this workspace: who, what, when and from where.',
  who: 'Who',
  what: 'What',
  nothing: 'No change yet',
  nothingText: 'As soon as somebody changes something, in the portal or by a token, it stands here.',
  details: 'Details',
  less: 'Hide',
  unknown: 'Outcome unknown',
  objects: {
    workspace: 'Workspace',
    source: 'Source',
    connection: 'Connection',
    api_key: 'API key',
    trigger_key: 'Trigger key',
    template: 'Template',
    recipient: 'Recipient',
    delivery: 'Delivery',
    subscription: 'Webhook endpoint',
    automation: 'Automation',
    opt_out: 'Opt-out',
    member: 'Member',
    invitation: 'Invitation',
  },
}

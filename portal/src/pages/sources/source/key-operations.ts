// The API operations for each kind of key.

export type KeyKind = 'api' | 'trigger'

export const keyOperations = {
  api: { list: 'listApiKeys', create: 'createApiKey', change: 'changeApiKey', revoke: 'revokeApiKey' },
  trigger: {
    list: 'listTriggerKeys',
    create: 'createTriggerKey',
    change: 'changeTriggerKey',
    revoke: 'revokeTriggerKey',
  },
} as const

// Every setting of the service, with its type, default and description.
import { presets } from './client-config.ts'
import { plans } from './plans.ts'
import { requestSettings } from './request-settings.ts'

const DATABASE_EXAMPLE = 'postgres://user:password@host:5432/database'

// Written as plain JSON Schema, because a start reads the settings first and loading typebox takes a quarter of a
// second.
export const properties: Record<keyof Settings, Setting> = {
  PORT: {
    type: 'integer',
    default: presets.port,
    minimum: 0,
    maximum: 65_535,
    description: 'Port to listen on. 0: any free port.',
  },
  HOST: {
    type: 'string',
    default: '127.0.0.1',
    description:
      'Address to listen on. 0.0.0.0 makes the service reachable from the network: put a TLS proxy in front of it.',
  },
  PUBLIC_URL: {
    type: 'string',
    pattern: '^https?://[^/?#@\\s]+/*$',
    examples: ['https://notify.example.com'],
    description:
      'The URL at which people and providers reach the service, without a path. The portal accepts changes only from pages at this URL. Default: http://localhost:PORT.',
  },
  DATA_DIR: {
    type: 'string',
    default: presets.dataDir,
    description: 'Folder of the embedded database, the master key and the management token.',
  },
  DATABASE_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    examples: [DATABASE_EXAMPLE],
    description:
      'A PostgreSQL server (15 or newer). Unset: the embedded database in DATA_DIR, which serves one process.',
  },
  DATABASE_POOL: {
    type: 'integer',
    default: 10,
    minimum: 2,
    maximum: 200,
    description: 'Maximum number of connections of this process to the PostgreSQL server.',
  },
  DATABASE_DIRECT_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    examples: [DATABASE_EXAMPLE],
    description:
      'URL of the same database without a pooler such as PgBouncer, for LISTEN and migrations, which need their own sessions. Unset: DATABASE_URL.',
  },
  MASTER_KEY: {
    type: 'string',
    minLength: 16,
    description:
      'Secret that encrypts credentials and keys at rest. Create it with openssl rand -base64 32. A key that is easy to guess is refused at the first start. Unset: generated once and stored in DATA_DIR/master-key. All processes of an installation need the same key.',
  },
  MASTER_KEY_PREVIOUS: {
    type: 'string',
    minLength: 16,
    description:
      'The previous master key, while you change MASTER_KEY. Values encrypted with it are still decrypted, and are encrypted again with MASTER_KEY in the background (docs/operations/security.md).',
  },
  MASTER_KEY_NEXT: {
    type: 'string',
    minLength: 16,
    description:
      'The next master key. Values that other processes already encrypt with it are decrypted. Only for installations whose processes change MASTER_KEY one after another.',
  },
  SMTP_URL: {
    type: 'string',
    pattern: '^[sS][mM][tT][pP][sS]?://',
    examples: ['smtps://user:password@mail.example.com:465'],
    description:
      "The operator's mail server, for notices to owners, invitations and password links: smtps://user:password@host:465. Unset: notices are shown in the test inbox, and links are shown to a member, who passes them on.",
  },
  SMTP_FROM: {
    type: 'string',
    description:
      'Sender of mail through SMTP_URL. Unset: the user of SMTP_URL if it is an email address, else carillon@ with its host.',
  },
  ALLOW_PRIVATE_NETWORK: {
    type: 'boolean',
    default: false,
    description:
      'Permit http and private addresses in URLs of callers (callbacks, attachments, gateways). For development and closed networks.',
  },
  TRUST_PROXY: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10,
    description:
      'Number of proxies in front of the service that append to X-Forwarded-For, for limits per client address. 1: the last entry is trusted. 0: the header is ignored.',
  },
  ...requestSettings,
  DEFAULT_PLAN: {
    enum: Object.keys(plans),
    type: 'string',
    default: 'unlimited',
    description: 'Plan of a workspace that is created without a plan: free, pro, agency or unlimited.',
  },
  DELIVERY_MAX_AGE: {
    type: 'integer',
    default: 24,
    minimum: 1,
    maximum: 720,
    description: 'Hours after its due time at which an unsent message fails as expired.',
  },
  WORKER_SLOTS: {
    type: 'integer',
    default: 256,
    minimum: 1,
    maximum: 4096,
    description: 'Messages that a worker process sends at the same time.',
  },
  HEALTH_QUEUE_DEPTH: {
    type: 'integer',
    default: 100,
    minimum: 0,
    description: 'Number of due messages above which /health reports degraded.',
  },
  RETENTION_DAYS: {
    type: 'integer',
    default: 90,
    minimum: 0,
    maximum: 3650,
    description:
      'Days after which a finished message with its timeline, and a received reply, are removed: 7 or more. 0: never. Usage, credits, recipients and the audit log are kept.',
  },
  METRICS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description:
      'A separate port for /metrics (Prometheus), in every role. 0: any free port. Each process on a machine needs a different port. Unset: no separate port.',
  },
  METRICS_HOST: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address to listen on at METRICS_PORT. Any address except loopback requires METRICS_TOKEN.',
  },
  METRICS_TOKEN: {
    type: 'string',
    minLength: 16,
    description:
      'Bearer token for /metrics, with 16 characters or more. Set: /metrics is also served at PORT and requires the token. Unset: /metrics is served only at METRICS_PORT.',
  },
  LOG_LEVEL: {
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    type: 'string',
    default: 'info',
    description: 'Level of the log, which is written to standard output as JSON lines.',
  },
}

interface Setting {
  type: 'string' | 'integer' | 'boolean'
  description: string
  default?: string | number | boolean
  enum?: string[]
  pattern?: string
  /** Valid values. An error about a value that does not match the pattern shows the first example. */
  examples?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
}

/** The validated environment. */
export interface Settings extends Record<keyof typeof requestSettings, number> {
  PORT: number
  HOST: string
  PUBLIC_URL?: string
  DATA_DIR: string
  DATABASE_URL?: string
  DATABASE_POOL: number
  DATABASE_DIRECT_URL?: string
  MASTER_KEY?: string
  MASTER_KEY_PREVIOUS?: string
  MASTER_KEY_NEXT?: string
  SMTP_URL?: string
  SMTP_FROM?: string
  ALLOW_PRIVATE_NETWORK: boolean
  TRUST_PROXY: number
  DEFAULT_PLAN: string
  DELIVERY_MAX_AGE: number
  WORKER_SLOTS: number
  HEALTH_QUEUE_DEPTH: number
  RETENTION_DAYS: number
  METRICS_PORT?: number
  METRICS_HOST: string
  METRICS_TOKEN?: string
  LOG_LEVEL: string
}

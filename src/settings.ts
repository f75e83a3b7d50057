// Every setting of the service, its default and one sentence.
import { presets } from './client-config.ts'
import { plans } from './plans.ts'
import { requestSettings } from './request-settings.ts'

const DATABASE_EXAMPLE = 'postgres://user:password@host:5432/database'

// Plain JSON Schema: a start reads its settings before anything else, and typebox takes a quarter of a second to load.
export const properties: Record<keyof Settings, Setting> = {
  PORT: {
    type: 'integer',
    default: presets.port,
    minimum: 0,
    maximum: 65_535,
    description: 'Port to listen on; 0 takes a free one.',
  },
  HOST: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address to listen on. 0.0.0.0 opens the service to the network: put a TLS proxy in front.',
  },
  PUBLIC_URL: {
    type: 'string',
    pattern: '^https?://[^/?#@\\s]+/*$',
    examples: ['https://notify.example.com'],
    description:
      'The address people and providers reach the service at, without a path. The portal takes changes from pages there. Default: http://localhost:PORT.',
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
    description: 'A PostgreSQL server (15 or newer). Unset: the embedded database in DATA_DIR, for one process.',
  },
  DATABASE_POOL: {
    type: 'integer',
    default: 10,
    minimum: 2,
    maximum: 200,
    description: 'Connections this process opens to the PostgreSQL server.',
  },
  DATABASE_DIRECT_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    examples: [DATABASE_EXAMPLE],
    description:
      'The same database past a pooler such as PgBouncer, for LISTEN and migrations, which need sessions of their own. Unset: DATABASE_URL.',
  },
  MASTER_KEY: {
    type: 'string',
    minLength: 16,
    description:
      'Secret that seals credentials and keys at rest; make one with openssl rand -base64 32. One that is easy to guess is refused at the first start. Unset: made once and kept in DATA_DIR/master-key. All processes of an installation need the same.',
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
      'The master key to come: what other processes seal with it already is opened. Only for several processes that exchange MASTER_KEY one after the other.',
  },
  SMTP_URL: {
    type: 'string',
    pattern: '^[sS][mM][tT][pP][sS]?://',
    examples: ['smtps://user:password@mail.example.com:465'],
    description:
      "The operator's mail server, for notices to owners, invitations and forgotten passwords: smtps://user:password@host:465. Unset: notices are kept in the test inbox, and links are shown to be handed over.",
  },
  SMTP_FROM: {
    type: 'string',
    description:
      'Sender of the mail that goes through SMTP_URL. Unset: the user of SMTP_URL where that is an address, else carillon@ and its host.',
  },
  ALLOW_PRIVATE_NETWORK: {
    type: 'boolean',
    default: false,
    description:
      'Allow plain http and private addresses in URLs that callers give (callbacks, attachments, gateways). For development and closed networks.',
  },
  TRUST_PROXY: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10,
    description:
      'Proxies in front that add to X-Forwarded-For, for limits per client address: 1 believes its last entry. 0: the header is not read.',
  },
  ...requestSettings,
  DEFAULT_PLAN: {
    enum: Object.keys(plans),
    type: 'string',
    default: 'unlimited',
    description: 'Plan of a new workspace that names none: free, pro, agency or unlimited.',
  },
  DELIVERY_MAX_AGE: {
    type: 'integer',
    default: 24,
    minimum: 1,
    maximum: 720,
    description: 'Hours after it was due that an undelivered message fails as expired.',
  },
  WORKER_SLOTS: {
    type: 'integer',
    default: 256,
    minimum: 1,
    maximum: 4096,
    description: 'Messages a worker process sends at the same time.',
  },
  HEALTH_QUEUE_DEPTH: {
    type: 'integer',
    default: 100,
    minimum: 0,
    description: 'Messages due and waiting above which /health says degraded.',
  },
  RETENTION_DAYS: {
    type: 'integer',
    default: 90,
    minimum: 0,
    maximum: 3650,
    description:
      'Days after its end that a message is removed with its timeline, and a reply after it came: 7 or more. 0: never. Usage, credits, recipients and the audit log are kept.',
  },
  METRICS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description:
      'A port of its own for /metrics (Prometheus), in every role; 0 takes a free one. Each process of a machine needs another. Unset: none.',
  },
  METRICS_HOST: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address that METRICS_PORT listens on. Any but the loopback address needs METRICS_TOKEN.',
  },
  METRICS_TOKEN: {
    type: 'string',
    minLength: 16,
    description:
      'Whoever reads /metrics has to send it as a bearer token: 16 characters or more. Set, /metrics is at PORT too; unset, it is at METRICS_PORT alone.',
  },
  LOG_LEVEL: {
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    type: 'string',
    default: 'info',
    description: 'How much is logged, as JSON lines on standard output.',
  },
}

interface Setting {
  type: 'string' | 'integer' | 'boolean'
  description: string
  default?: string | number | boolean
  enum?: string[]
  pattern?: string
  /** What a value that the pattern refuses is told to look like. */
  examples?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
}

/** What the environment holds once it is checked. */
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

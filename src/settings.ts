// Every setting of the service, with its type, default and description.
import { type OidcSettings, oidcSettings, requestSettings } from './access-settings.ts'
import { presets } from './client-config.ts'
import { plans } from './plans.ts'

const DATABASE_EXAMPLE = 'postgres://user:password@host:5432/database'

// The settings are written as plain JSON Schema. A start reads the settings first, and loading typebox would take a
// quarter of a second.
export const properties: Record<keyof Settings, Setting> = {
  PORT: {
    type: 'integer',
    default: presets.port,
    minimum: 0,
    maximum: 65_535,
    description: 'Port on which the service listens. Use 0 for any free port.',
  },
  HOST: {
    type: 'string',
    default: '127.0.0.1',
    description:
      'Address on which the service listens. With 0.0.0.0, the service is reachable from the network: put a TLS proxy in front of it.',
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
      'A PostgreSQL server (15 or newer). Separate several hosts of one cluster with commas: the service uses the host that accepts writes. If unset, the service uses the embedded database in DATA_DIR, which serves only one process.',
  },
  DATABASE_POOL: {
    type: 'integer',
    minimum: 2,
    maximum: 2000,
    description:
      'Maximum number of connections of a command to the PostgreSQL server. The processes of API_PROCESSES and WORKER_PROCESSES share these connections equally, and each process needs at least 2. Each process that delivers messages opens one more connection for LISTEN. Default: 10. If a command starts more than two processes: 5 for each process, at most 80, and at least 2 for each process.',
  },
  DATABASE_DIRECT_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    examples: [DATABASE_EXAMPLE],
    description:
      'URL of the same database without a pooler such as PgBouncer. LISTEN and migrations use this URL, because a pooler in transaction mode does not support them. Default: DATABASE_URL.',
  },
  MASTER_KEY: {
    type: 'string',
    minLength: 16,
    description:
      'Secret that encrypts stored credentials and keys. Create it with openssl rand -base64 32. A key that is easy to guess is refused at the first start. If unset, the first start generates a key and stores it in DATA_DIR/master-key. All processes of an installation need the same key.',
  },
  MASTER_KEY_PREVIOUS: {
    type: 'string',
    minLength: 16,
    description:
      'The previous master key, while you change MASTER_KEY. The service still decrypts values that are encrypted with the previous key, and encrypts them again with MASTER_KEY in the background (docs/operations/security.md).',
  },
  MASTER_KEY_NEXT: {
    type: 'string',
    minLength: 16,
    description:
      'The next master key. Set it only if the processes of the installation change MASTER_KEY one after another. A process then decrypts values that other processes already encrypt with the next key.',
  },
  SMTP_URL: {
    type: 'string',
    pattern: '^[sS][mM][tT][pP][sS]?://',
    examples: ['smtps://user:password@mail.example.com:465'],
    description:
      "The operator's mail server, for notices to owners, invitations and password links: smtps://user:password@host:465. If unset, notices appear in the test inbox, and links are shown to a member, who must pass them on.",
  },
  SMTP_FROM: {
    type: 'string',
    description:
      'Sender address of mail through SMTP_URL. Default: the user in SMTP_URL if it is an email address, and otherwise carillon@ followed by the host in SMTP_URL.',
  },
  ...oidcSettings,
  ALLOW_PRIVATE_NETWORK: {
    type: 'boolean',
    default: false,
    description:
      'Permit http and private addresses in the URLs that callers provide (callbacks, attachments, gateways). For development and closed networks.',
  },
  TRUST_PROXY: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10,
    description:
      'Number of proxies in front of the service that add an entry to X-Forwarded-For. Limits per client address use this header. With 1, the last entry is trusted. With 0, the header is ignored.',
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
    description: 'A message that is still unsent this number of hours after its due time fails as expired.',
  },
  API_PROCESSES: {
    type: 'string',
    default: '1',
    description:
      'Number of processes that serve PORT, from 1 to 64, or auto. "auto" starts one process per processor core, or one per two cores with "carillon start", at most 64. A number above 1 requires DATABASE_URL.',
  },
  WORKER_PROCESSES: {
    type: 'string',
    default: '1',
    description:
      'Number of processes that deliver messages, from 1 to 64, or auto. "auto" starts one process per processor core, or one per two cores with "carillon start", at most 64. A number above 1 requires DATABASE_URL.',
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
      'Number of days after which finished messages with their timelines, and received replies, are removed. The minimum is 7. With 0, they are never removed. Usage, credits, recipients and the audit log are kept.',
  },
  BOUNCE_SMTP_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description:
      'Port on which a worker receives bounce mails by SMTP, for connections with bounce_domain (docs/suppressions.md). Use 0 for any free port. If unset, bounce mails are read from mailboxes only.',
  },
  BOUNCE_SMTP_HOST: {
    type: 'string',
    default: '0.0.0.0',
    description: 'Address on which BOUNCE_SMTP_PORT listens.',
  },
  METRICS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description:
      'A separate port for /metrics (Prometheus), in every role. Use 0 for any free port. Each command on a machine needs a different port. If unset, there is no separate port.',
  },
  METRICS_HOST: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address on which METRICS_PORT listens. Any address except loopback requires METRICS_TOKEN.',
  },
  METRICS_TOKEN: {
    type: 'string',
    minLength: 16,
    description:
      'Bearer token for /metrics, with 16 characters or more. If it is set, /metrics is also served at PORT and requires the token. If it is unset, /metrics is served only at METRICS_PORT.',
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
  enum?: readonly string[]
  pattern?: string
  /** Examples of valid values. If a value does not match the pattern, the error shows the first example. */
  examples?: readonly string[]
  minimum?: number
  maximum?: number
  minLength?: number
}

/** The validated environment. */
export interface Settings extends Record<keyof typeof requestSettings, number>, OidcSettings {
  PORT: number
  HOST: string
  PUBLIC_URL?: string
  DATA_DIR: string
  DATABASE_URL?: string
  DATABASE_POOL?: number
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
  API_PROCESSES: string
  WORKER_PROCESSES: string
  WORKER_SLOTS: number
  HEALTH_QUEUE_DEPTH: number
  RETENTION_DAYS: number
  BOUNCE_SMTP_PORT?: number
  BOUNCE_SMTP_HOST: string
  METRICS_PORT?: number
  METRICS_HOST: string
  METRICS_TOKEN?: string
  LOG_LEVEL: string
}

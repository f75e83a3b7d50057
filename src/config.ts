// Every setting of the service, its default and one sentence.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { presets } from './client-config.ts'
import { plans } from './limits.ts'
import { type SchemaFinding, schemaWords } from './schema-words.ts'

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
      'The address people and providers reach the service at, without a path. Default: http://localhost:PORT.',
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
      'Secret that seals credentials and keys at rest. Unset: made once and kept in DATA_DIR/master-key. All processes of an installation need the same.',
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
interface Settings {
  PORT: number
  HOST: string
  PUBLIC_URL?: string
  DATA_DIR: string
  DATABASE_URL?: string
  DATABASE_POOL: number
  DATABASE_DIRECT_URL?: string
  MASTER_KEY?: string
  SMTP_URL?: string
  SMTP_FROM?: string
  ALLOW_PRIVATE_NETWORK: boolean
  TRUST_PROXY: number
  DEFAULT_PLAN: string
  DELIVERY_MAX_AGE: number
  WORKER_SLOTS: number
  HEALTH_QUEUE_DEPTH: number
  LOG_LEVEL: string
}

export interface Config {
  port: number
  host: string
  /** Undefined until the port is known, when PUBLIC_URL is unset. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  databaseDirectUrl: string | undefined
  masterKey: string | undefined
  smtpUrl: string | undefined
  smtpFrom: string | undefined
  allowPrivateNetwork: boolean
  /** Proxies whose entries in X-Forwarded-For are believed, counted from the last. */
  trustProxy: number
  defaultPlan: string
  /** Milliseconds. */
  deliveryMaxAge: number
  workerSlots: number
  healthQueueDepth: number
  logLevel: string
}

/** A setting that can't be used; the message names each and what it may be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads and checks the environment; throws ConfigError naming every setting that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => Object.hasOwn(properties, name) && value !== '')
      .map(([name, value]) => [name, readSwitch(name as keyof Settings, value!)]),
  )
  const ajv = new Ajv2020({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    validateSchema: false,
    strict: false,
    verbose: true,
  })
  if (!ajv.validate<Settings>({ type: 'object', properties }, set)) throw unusable((ajv.errors ?? []).map(sentenceOf))
  const values: Settings = set
  const unread = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).filter((name) => !isReadable(values[name]))
  if (unread.length > 0)
    throw unusable(unread.map((name) => `${name} is no URL: percent-encode / as %2F and : as %3A in user and password`))
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    masterKey: values.MASTER_KEY,
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM,
    allowPrivateNetwork: values.ALLOW_PRIVATE_NETWORK,
    trustProxy: values.TRUST_PROXY,
    defaultPlan: values.DEFAULT_PLAN,
    deliveryMaxAge: values.DELIVERY_MAX_AGE * 3_600_000,
    workerSlots: values.WORKER_SLOTS,
    healthQueueDepth: values.HEALTH_QUEUE_DEPTH,
    logLevel: values.LOG_LEVEL,
  }
}

function sentenceOf(found: SchemaFinding & { instancePath: string }): string {
  const name = found.instancePath.slice(1)
  return `${name} ${schemaWords(found, properties[name as keyof Settings])}`
}

function unusable(sentences: string[]): ConfigError {
  return new ConfigError(
    `The environment has a setting that can't be used: ${sentences.join('; ')}. See docs/configuration.md.`,
  )
}

/** As the driver reads it: the address of a socket has no host. */
function isReadable(url = ''): boolean {
  return url === '' || URL.canParse(url) || URL.canParse(url.replace('@/', '@localhost/'))
}

/** People write switches as 1 and 0 too, and "one proxy" as a switch. */
function readSwitch(name: keyof Settings, value: string): string {
  if (name === 'TRUST_PROXY') return value.replace(/^(true|yes|on)$/i, '1').replace(/^(false|no|off)$/i, '0')
  const isSwitch = properties[name].type === 'boolean'
  return isSwitch ? value.replace(/^(1|yes|on)$/i, 'true').replace(/^(0|no|off)$/i, 'false') : value
}

// Every setting, its default and one sentence; the only reader of process.env.
import { envSchema } from 'env-schema'
import { type Static, Type } from 'typebox'
import { plans } from './limits.ts'

const settings = Type.Object({
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65_535,
    description: 'Port to listen on; 0 takes a free one.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address to listen on. 0.0.0.0 opens the service to the network: put a TLS proxy in front.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'The address people and providers reach the service at, without a path. Default: http://localhost:PORT.',
    }),
  ),
  DATA_DIR: Type.String({
    default: './data',
    description: 'Folder of the embedded database, the master key and the management token.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'A PostgreSQL server (15 or newer). Unset: the embedded database in DATA_DIR, for one process.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 2,
    maximum: 200,
    description: 'Connections this process opens to the PostgreSQL server.',
  }),
  MASTER_KEY: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'Secret that seals credentials and keys at rest. Unset: made once and kept in DATA_DIR/master-key. All processes of an installation need the same.',
    }),
  ),
  ALLOW_PRIVATE_NETWORK: Type.Boolean({
    default: false,
    description:
      'Allow plain http and private addresses in URLs that callers give (callbacks, attachments, gateways). For development and closed networks.',
  }),
  TRUST_PROXY: Type.Boolean({
    default: false,
    description: 'Believe X-Forwarded-For from the proxy in front, for limits per client address.',
  }),
  DEFAULT_PLAN: Type.Enum(Object.keys(plans), {
    type: 'string',
    default: 'unlimited',
    description: 'Plan of a new workspace that names none: free, pro, agency or unlimited.',
  }),
  DELIVERY_MAX_AGE: Type.Integer({
    default: 24,
    minimum: 1,
    maximum: 720,
    description: 'Hours after it was due that an undelivered message fails as expired.',
  }),
  WORKER_SLOTS: Type.Integer({
    default: 256,
    minimum: 1,
    maximum: 4096,
    description: 'Messages a worker process sends at the same time.',
  }),
  HEALTH_QUEUE_DEPTH: Type.Integer({
    default: 100,
    minimum: 0,
    description: 'Messages due and waiting above which /health says degraded.',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    type: 'string',
    default: 'info',
    description: 'How much is logged, as JSON lines on standard output.',
  }),
})

type Settings = Static<typeof settings>

export interface Config {
  port: number
  host: string
  /** Undefined until the port is known, when PUBLIC_URL is unset. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  masterKey: string | undefined
  allowPrivateNetwork: boolean
  trustProxy: boolean
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
      .filter(([name, value]) => name in settings.properties && value !== '')
      .map(([name, value]) => [name, readBoolean(name, value!)]),
  )
  let values: Settings
  try {
    values = envSchema<Settings>({ schema: settings, data: set, env: false })
  } catch (error) {
    throw new ConfigError(
      `The environment has a setting that can't be used: ${(error as Error).message.replaceAll('env/', '')}. See docs/configuration.md.`,
    )
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    masterKey: values.MASTER_KEY,
    allowPrivateNetwork: values.ALLOW_PRIVATE_NETWORK,
    trustProxy: values.TRUST_PROXY,
    defaultPlan: values.DEFAULT_PLAN,
    deliveryMaxAge: values.DELIVERY_MAX_AGE * 3_600_000,
    workerSlots: values.WORKER_SLOTS,
    healthQueueDepth: values.HEALTH_QUEUE_DEPTH,
    logLevel: values.LOG_LEVEL,
  }
}

/** People write switches as 1 and 0 too. */
function readBoolean(name: string, value: string): string {
  const { type } = settings.properties[name as keyof Settings] as unknown as { type?: string }
  return type === 'boolean' ? value.replace(/^(1|yes|on)$/i, 'true').replace(/^(0|no|off)$/i, 'false') : value
}

/** docs/configuration.md, generated from the settings. */
export function configurationPage(): string {
  const rows = Object.entries(settings.properties).map(([name, schema]) => {
    const { description, default: preset } = schema as unknown as {
      description: string
      default?: string | number | boolean
    }
    return `| \`${name}\` | ${preset === undefined ? 'unset' : `\`${String(preset)}\``} | ${description} |`
  })
  return `# Configuration

Carillon reads its settings from the environment, once, at start. A value that can't be used stops the start with a
sentence that names it. This page is generated from \`src/config.ts\`.

| setting | default | what it does |
|---|---|---|
${rows.join('\n')}
`
}

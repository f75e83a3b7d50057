// Reads and validates the service's settings from the environment.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OidcSettings } from './access-settings.ts'
import { hostUrls } from './host-urls.ts'
import { DAY, HOUR, SECOND } from './limits.ts'
import { type SchemaFinding, schemaWords } from './schema-words.ts'
import { properties, type Settings } from './settings.ts'

const LEAST_RETENTION_DAYS = 7
const PROCESSES = /^(auto|[1-9]|[1-5]\d|6[0-4])$/
const LOOPBACK = /^(127(\.\d+){3}|::1|localhost)$/
export interface Config {
  port: number
  host: string
  /** Undefined when PUBLIC_URL is unset. The service then derives the URL from its port. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** Maximum number of connections of the command. Undefined when DATABASE_POOL is unset. */
  databasePool: number | undefined
  databaseDirectUrl: string | undefined
  masterKey: string | undefined
  masterKeyPrevious: string | undefined
  masterKeyNext: string | undefined
  smtpUrl: string | undefined
  smtpFrom: string | undefined
  /** The provider with which members sign in. Undefined when OIDC_ISSUER is unset. */
  oidc: OidcConfig | undefined
  passwordSignIn: 'everyone' | 'operators'
  allowPrivateNetwork: boolean
  /** The number of trusted entries in X-Forwarded-For, counted from the end. Each proxy adds one entry. */
  trustProxy: number
  maxConnections: number
  maxConnectionsPerAddress: number
  /** This timeout and the four timeouts below are in milliseconds. */
  requestTimeout: number
  headersTimeout: number
  bodyTimeout: number
  stallTimeout: number
  idleTimeout: number
  /** In bytes per second. */
  bodyRate: number
  defaultPlan: string
  /** In milliseconds. */
  deliveryMaxAge: number
  apiProcesses: number | 'auto'
  workerProcesses: number | 'auto'
  workerSlots: number
  healthQueueDepth: number
  /** How long finished data is kept, in milliseconds. If undefined, old data is never removed. */
  retention: number | undefined
  /** Undefined when BOUNCE_SMTP_PORT is unset. */
  bounceSmtpPort: number | undefined
  bounceSmtpHost: string
  metricsPort: number | undefined
  metricsHost: string
  metricsToken: string | undefined
  logLevel: string
}

/** The provider with which members sign in. */
export interface OidcConfig {
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  /** The name of the provider on the sign-in page. */
  name: string
  /** Email domains in lower case whose verified addresses may sign in without a link. */
  domains: string[]
  /** Hosts, with the port if it is not the default one, that may have private addresses and use http. */
  privateHosts: string[]
}

/** Thrown for invalid settings. The message contains each invalid setting and its valid values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const isSettings = new Ajv2020({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  validateSchema: false,
  strict: false,
  verbose: true,
}).compile<Settings>({ type: 'object', properties })

/** Returns the validated settings. Throws ConfigError for invalid settings. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (isSetting(name) && value ? [[name, readSwitch(name, value)]] : [])),
  )
  if (!isSettings(set)) throw unusable((isSettings.errors ?? []).map(sentenceOf))
  const values: Settings = set
  const unread = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).filter((name) => !isReadable(values[name]))
  if (unread.length > 0)
    throw unusable(
      unread.map((name) => `${name} is not a valid URL: percent-encode / as %2F and : as %3A in user and password`),
    )
  const invalid = (['API_PROCESSES', 'WORKER_PROCESSES'] as const).filter((name) => !PROCESSES.test(values[name]))
  if (invalid.length > 0) throw unusable(invalid.map((name) => `${name} must be auto, or a number from 1 to 64`))
  if (values.MASTER_KEY_PREVIOUS !== undefined && values.MASTER_KEY === undefined)
    throw unusable(['MASTER_KEY_PREVIOUS is the key that MASTER_KEY replaces: set MASTER_KEY too'])
  if (values.MASTER_KEY_PREVIOUS !== undefined && values.MASTER_KEY_NEXT !== undefined)
    throw unusable([
      'MASTER_KEY_PREVIOUS and MASTER_KEY_NEXT belong to different steps of a key change: set only one of them',
    ])
  const wrongProvider = oidcProblems(values)
  if (wrongProvider.length > 0) throw unusable(wrongProvider)
  // The data must be kept for seven days, because buttons are valid for three days and events can be replayed for seven
  // days.
  if (values.RETENTION_DAYS > 0 && values.RETENTION_DAYS < LEAST_RETENTION_DAYS)
    throw unusable([`RETENTION_DAYS must be 0, or at least ${LEAST_RETENTION_DAYS}`])
  if (values.METRICS_PORT !== undefined && values.METRICS_TOKEN === undefined && !LOOPBACK.test(values.METRICS_HOST))
    throw unusable([`METRICS_HOST ${values.METRICS_HOST} is reachable from the network: set METRICS_TOKEN too`])
  return {
    port: values.PORT,
    host: values.HOST,
    // Remove the slashes at the end. The setting's schema permits no path.
    publicUrl: values.PUBLIC_URL?.split(/\/+/, 2).join('//'),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    masterKey: values.MASTER_KEY,
    masterKeyPrevious: values.MASTER_KEY_PREVIOUS,
    masterKeyNext: values.MASTER_KEY_NEXT,
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM,
    oidc: oidcConfigOf(values),
    passwordSignIn: values.PASSWORD_SIGN_IN,
    allowPrivateNetwork: values.ALLOW_PRIVATE_NETWORK,
    trustProxy: values.TRUST_PROXY,
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    requestTimeout: values.REQUEST_TIMEOUT * SECOND,
    headersTimeout: values.HEADERS_TIMEOUT * SECOND,
    bodyTimeout: values.BODY_TIMEOUT * SECOND,
    stallTimeout: values.STALL_TIMEOUT * SECOND,
    idleTimeout: values.IDLE_TIMEOUT * SECOND,
    bodyRate: values.BODY_RATE,
    defaultPlan: values.DEFAULT_PLAN,
    deliveryMaxAge: values.DELIVERY_MAX_AGE * HOUR,
    apiProcesses: processesOf(values.API_PROCESSES),
    workerProcesses: processesOf(values.WORKER_PROCESSES),
    workerSlots: values.WORKER_SLOTS,
    healthQueueDepth: values.HEALTH_QUEUE_DEPTH,
    retention: values.RETENTION_DAYS === 0 ? undefined : values.RETENTION_DAYS * DAY,
    bounceSmtpPort: values.BOUNCE_SMTP_PORT,
    bounceSmtpHost: values.BOUNCE_SMTP_HOST,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(properties, name)
}

function sentenceOf(found: SchemaFinding & { instancePath: string }): string {
  const name = found.instancePath.slice(1)
  return `${name} ${schemaWords(found, isSetting(name) ? properties[name] : undefined)}`
}

function unusable(sentences: string[]): ConfigError {
  return new ConfigError(`The environment has an invalid setting: ${sentences.join('; ')}. See docs/configuration.md.`)
}

function processesOf(value: string): number | 'auto' {
  return value === 'auto' ? 'auto' : Number(value)
}

/** Returns whether the PostgreSQL driver can parse the URL. The URL of a Unix socket has no host. */
function isReadable(url = ''): boolean {
  const isUrl = (one: string) => URL.canParse(one) || URL.canParse(one.replace('@/', '@localhost/'))
  const urls = hostUrls(url)
  return url === '' || (urls.every(isUrl) && (urls.length === 1 || urls.every((one) => new URL(one).hostname !== '')))
}

/**
 * Converts 1/0, yes/no and on/off to true/false for a boolean setting. Converts true/false, yes/no and on/off to 1/0
 * for TRUST_PROXY.
 */
function readSwitch(name: keyof Settings, value: string): string {
  if (name === 'TRUST_PROXY') return value.replace(/^(true|yes|on)$/i, '1').replace(/^(false|no|off)$/i, '0')
  const isSwitch = properties[name].type === 'boolean'
  return isSwitch ? value.replace(/^(1|yes|on)$/i, 'true').replace(/^(0|no|off)$/i, 'false') : value
}

/** Returns what is wrong with the settings, as sentences. */
function oidcProblems(values: OidcSettings): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_DOMAINS: domains } = values
  if (issuer === undefined) {
    const alone = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_PRIVATE_HOSTS'] as const)
      .filter((name) => values[name] !== undefined)
      .map((name) => `${name} needs OIDC_ISSUER`)
    return values.PASSWORD_SIGN_IN === 'operators'
      ? [...alone, 'PASSWORD_SIGN_IN operators needs OIDC_ISSUER: without a provider, members could not sign in']
      : alone
  }
  const problems: string[] = []
  if (clientId === undefined) problems.push('OIDC_ISSUER needs OIDC_CLIENT_ID')
  if (!URL.canParse(issuer)) return [...problems, 'OIDC_ISSUER is not a valid URL']
  const { protocol, host } = new URL(issuer)
  if (protocol === 'http:' && !listOf(values.OIDC_PRIVATE_HOSTS).includes(host))
    problems.push(`OIDC_ISSUER must be an https URL, or its host ${host} must be in OIDC_PRIVATE_HOSTS`)
  const invalid = listOf(domains).filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
  if (invalid.length > 0)
    problems.push(`OIDC_DOMAINS must be domains such as example.com, separated by commas, not ${invalid.join(', ')}`)
  return problems
}

function oidcConfigOf(values: OidcSettings): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    domains: listOf(values.OIDC_DOMAINS),
    privateHosts: listOf(values.OIDC_PRIVATE_HOSTS),
  }
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
}

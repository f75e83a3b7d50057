// Validates requests with the providers' own schemas, which are in the folder ORACLES_DIR outside the repository.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'

/** The value of ORACLES_DIR. If it is not set, schema checks are skipped, and global-setup.ts logs this. */
export const oraclesDir = process.env.ORACLES_DIR || undefined

/** Returns the text of a file in the folder, for example `signatures/vectors.json`. Requires `oraclesDir`. */
export function oracleText(file: string): string {
  return readFileSync(path.join(oraclesDir!, file), 'utf8')
}

/** Returns the names of the files in a subfolder. Returns an empty list if `oraclesDir` is not set. */
export function oracleFiles(folder: string): string[] {
  return oraclesDir === undefined ? [] : readdirSync(path.join(oraclesDir, folder)).sort()
}

/**
 * Returns the violations of the provider's schema in a request body. Returns undefined if there is no schema
 * for the path, or if schemas are not available.
 */
export async function oracleProblems(requestPath: string, body: unknown): Promise<string[] | undefined> {
  const oracle = oraclesDir === undefined ? undefined : oracleFor(requestPath, body)
  if (!oracle) return undefined
  const validator = validatorsByName.get(oracle.name) ?? load(oracle.name)
  validatorsByName.set(oracle.name, validator)
  return (await validator)(body, oracle.method)
}

type Name = 'telegram' | 'discord' | 'whatsapp' | 'fcm' | keyof typeof plainSchemas
type Validator = (body: unknown, method: string) => string[]
type Validate = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** Schemas that need no adapter. The schema of APNs describes a whole request, with its headers. */
const plainSchemas = {
  slack: 'slack/slack-message.schema.json',
  apns: 'apns/request.schema.json',
  expo: 'expo/request.schema.json',
  expoReceipts: 'expo/receipts.schema.json',
  resend: 'resend/request.schema.json',
  postmark: 'postmark/request.schema.json',
  sendgrid: 'sendgrid/request.schema.json',
  mailgun: 'mailgun/request.schema.json',
  ses: 'ses/request.schema.json',
  twilio: 'twilio/request.schema.json',
  vonage: 'vonage/request.schema.json',
  telnyx: 'telnyx/request.schema.json',
}

/** The schemas of URL-encoded forms. All values of such a form are texts. */
const urlencoded = new Set<Name>(['twilio', 'vonage'])

const validatorsByName = new Map<Name, Promise<Validator>>()

function oracleFor(requestPath: string, body: unknown): { name: Name; method: string } | undefined {
  const at = requestPath.split('?')[0]!
  const method = at.split('/').at(-1)!
  if (/^\/bot[^/]+\/\w+$/.test(at)) return { name: 'telegram', method }
  if (/^\/api(\/v\d+)?\/webhooks\/\d+\/[^/]+$/.test(at)) return { name: 'discord', method }
  if (/^\/api\/chat\.postMessage$|^\/services\//.test(at)) return { name: 'slack', method }
  if (/^\/v1\/projects\/[^/]+\/messages:send$/.test(at)) return { name: 'fcm', method }
  if (/^\/3\/device\//.test(at)) return { name: 'apns', method }
  if (at === '/--/api/v2/push/send') return { name: 'expo', method }
  if (at === '/--/api/v2/push/getReceipts') return { name: 'expoReceipts', method }
  if (/^\/2010-04-01\/Accounts\/\w+\/Messages\.json$/.test(at)) return { name: 'twilio', method }
  if (at === '/sms/json') return { name: 'vonage', method }
  if (at === '/v2/messages') return { name: 'telnyx', method }
  const [, api] = emailApis.find(([pattern]) => pattern.test(at)) ?? []
  // The check of a Mailgun connection sends a form without a message, which Mailgun refuses.
  if (api) return api === 'mailgun' && !Object.hasOwn(body as object, 'from') ? undefined : { name: api, method }
  // There is no schema for Messenger requests, which have the same path as WhatsApp requests.
  const product = (body as { messaging_product?: unknown } | undefined)?.messaging_product
  if (/^\/v\d+\.\d+\/\d+\/messages$/.test(at) && product === 'whatsapp') return { name: 'whatsapp', method }
  return undefined
}

const emailApis: [RegExp, keyof typeof plainSchemas][] = [
  [/^\/emails$/, 'resend'],
  [/^\/email$/, 'postmark'],
  [/^\/v3\/mail\/send$/, 'sendgrid'],
  [/^\/v3\/[^/]+\/messages$/, 'mailgun'],
  [/^\/v2\/email\/outbound-emails$/, 'ses'],
]

async function load(name: Name): Promise<Validator> {
  const file = (at: string) => path.join(oraclesDir!, at)
  if (isPlain(name)) {
    const schema = JSON.parse(oracleText(plainSchemas[name])) as object
    return validatorOf(compile(schema, urlencoded.has(name)))
  }
  const adapter = await adapterOf(name)
  if (name === 'fcm') return validatorOf(compile(adapter.fcmSchema!(file('fcm/fcm.v1.json'))))
  if (name === 'discord') return validatorOf(adapter.discordValidators!(file('discord/openapi.json')).executeWebhook)
  if (name === 'whatsapp') {
    const { message } = adapter.validators!(adapter.load!(file('whatsapp/business-messaging-api_v23.0.yaml')))
    return message
  }
  const { method: schemaOf } = adapter.telegramSchemas!(file('telegram/api.min.json'))
  const methods = new Map<string, Validator>()
  return (body, method) => {
    const validator = methods.get(method) ?? validatorOf(compile(schemaOf(method)))
    methods.set(method, validator)
    return validator(body, method)
  }
}

const isPlain = (name: Name): name is keyof typeof plainSchemas => Object.hasOwn(plainSchemas, name)

function compile(schema: object, coerceTypes = false): Validate {
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes, logger: false })
  formats.default(ajv)
  return ajv.compile(schema)
}

function validatorOf(validate: Validate): Validator {
  return (body) =>
    validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The exports of the adapters, which are in the same folder as the schemas. */
interface Adapter {
  telegramSchemas?: (file: string) => { method: (name: string) => object }
  discordValidators?: (file: string) => { executeWebhook: Validate }
  fcmSchema?: (file: string) => object
  load?: (file: string) => object
  validators?: (document: object) => { message: (body: unknown) => string[] }
}

/** Adapters import packages of this repository, so each is loaded from a folder with a link to node_modules. */
async function adapterOf(name: Name): Promise<Adapter> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-oracle-'))
  try {
    const copy = path.join(folder, 'adapter.mjs')
    copyFileSync(path.join(oraclesDir!, name, 'adapter.mjs'), copy)
    symlinkSync(
      fileURLToPath(new URL('../../node_modules', import.meta.url)),
      path.join(folder, 'node_modules'),
      'junction',
    )
    return (await import(/* @vite-ignore */ pathToFileURL(copy).href)) as Adapter
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// What the providers' own schemas say of a request to them; they lie outside the clone, in the folder ORACLES_DIR names.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Ajv, type ErrorObject } from 'ajv'

/** Absent: checks against the schemas are skipped, and the run says so (global-setup.ts). */
export const oraclesDir = process.env.ORACLES_DIR || undefined

/** The text of one of the folder's files, such as `signatures/vectors.json`; call it where `oraclesDir` is set. */
export function oracleText(file: string): string {
  return readFileSync(path.join(oraclesDir!, file), 'utf8')
}

/** The names of the files in one of the folder's folders; none where `oraclesDir` is not set. */
export function oracleFiles(folder: string): string[] {
  return oraclesDir === undefined ? [] : readdirSync(path.join(oraclesDir, folder)).sort()
}

/**
 * What the provider's schema finds wrong with a request's body: empty when nothing. Undefined when there is no schema
 * for the path, or none at all.
 */
export async function oracleProblems(requestPath: string, body: unknown): Promise<string[] | undefined> {
  const oracle = oraclesDir === undefined ? undefined : oracleFor(requestPath, body)
  if (!oracle) return undefined
  const judge = judges.get(oracle.name) ?? load(oracle.name)
  judges.set(oracle.name, judge)
  return (await judge)(body, oracle.method)
}

type Name = 'telegram' | 'discord' | 'slack' | 'whatsapp' | 'fcm'
type Judge = (body: unknown, method: string) => string[]
type Validate = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null }

const judges = new Map<Name, Promise<Judge>>()

function oracleFor(requestPath: string, body: unknown): { name: Name; method: string } | undefined {
  const at = requestPath.split('?')[0]!
  const method = at.split('/').at(-1)!
  if (/^\/bot[^/]+\/\w+$/.test(at)) return { name: 'telegram', method }
  if (/^\/api(\/v\d+)?\/webhooks\/\d+\/[^/]+$/.test(at)) return { name: 'discord', method }
  if (/^\/api\/chat\.postMessage$|^\/services\//.test(at)) return { name: 'slack', method }
  if (/^\/v1\/projects\/[^/]+\/messages:send$/.test(at)) return { name: 'fcm', method }
  // Messenger has the same path and no schema.
  const product = (body as { messaging_product?: unknown } | undefined)?.messaging_product
  if (/^\/v\d+\.\d+\/\d+\/messages$/.test(at) && product === 'whatsapp') return { name: 'whatsapp', method }
  return undefined
}

async function load(name: Name): Promise<Judge> {
  const file = (at: string) => path.join(oraclesDir!, at)
  if (name === 'slack') return always(compile(JSON.parse(oracleText('slack/slack-message.schema.json')) as object))
  const adapter = await adapterOf(name)
  if (name === 'fcm') return always(compile(adapter.fcmSchema!(file('fcm/fcm.v1.json'))))
  if (name === 'discord') return always(adapter.discordValidators!(file('discord/openapi.json')).executeWebhook)
  if (name === 'whatsapp') {
    const { message } = adapter.validators!(adapter.load!(file('whatsapp/business-messaging-api_v23.0.yaml')))
    return message
  }
  const { method: schemaOf } = adapter.telegramSchemas!(file('telegram/api.min.json'))
  const methods = new Map<string, Judge>()
  return (body, method) => {
    const judge = methods.get(method) ?? always(compile(schemaOf(method)))
    methods.set(method, judge)
    return judge(body, method)
  }
}

function compile(schema: object): Validate {
  return new Ajv({ strict: false, allErrors: true, logger: false }).compile(schema)
}

function always(validate: Validate): Judge {
  return (body) =>
    validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** What the adapters beside the schemas export. */
interface Adapter {
  telegramSchemas?: (file: string) => { method: (name: string) => object }
  discordValidators?: (file: string) => { executeWebhook: Validate }
  fcmSchema?: (file: string) => object
  load?: (file: string) => object
  validators?: (document: object) => { message: (body: unknown) => string[] }
}

/** Adapters name packages that only the clone has, so each is read from a folder in which those are found. */
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

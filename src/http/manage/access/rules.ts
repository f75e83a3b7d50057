// What each management route declares: who may call it, what its line in the audit log is about, and its schemas.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'
import { type TSchema, Type } from 'typebox'

/**
 * `member`: any sign-in or token. `account`: a person, because tokens have no account. The rest: at least this role in the
 * route's workspace; an operator has every role.
 */
export type RequiredAccess = 'member' | 'account' | 'viewer' | 'admin' | 'owner' | 'operator'

export interface RouteRule {
  /** Null: the route needs no sign-in. */
  need: RequiredAccess | null
  /** Null: the request leaves no line in the audit log. */
  audit: AuditSubject | null
}

/** The object of a line in the audit log. */
export interface AuditSubject {
  /** The kind of object, such as `api_key`. */
  kind: string
  /** The route's parameters that make the object's id, `self` for the caller's account; none for an object that is created. */
  of: string[]
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteRule> {
    /** Fields of the body that only an operator may give. */
    operatorFields?: string[]
    /** Adds to the line of a change what its body does not show. */
    auditDetails?: (request: FastifyRequest) => Promise<{ before: object | null; change: object | null }>
  }
}

/** Needs no sign-in. The functions that sign in write their own lines: before them there is no actor. */
export const openToAll: RouteRule = { need: null, audit: null }

/** Changes nothing, whatever its method. */
export const read = (need: RequiredAccess): RouteRule => ({ need, audit: null })

/** Changes an object of this kind. `of`: see AuditSubject. */
export const change = (need: RequiredAccess, kind: string, ...of: string[]): RouteRule => ({
  need,
  audit: { kind, of },
})

/** Hands out a file, which is recorded although nothing changes. */
export const download = (need: RequiredAccess, kind: string, ...of: string[]): RouteRule => change(need, kind, ...of)

/** Either of them. */
const signedIn: Record<string, string[]>[] = [{ managementToken: [] }, { portalSession: [] }]
const withoutSignIn: typeof signedIn = []

const errors = {
  401: Type.Ref('Error'),
  403: Type.Ref('Error'),
  404: Type.Ref('Error'),
  408: Type.Ref('Error'),
  409: Type.Ref('Error'),
  413: Type.Ref('Error'),
  422: Type.Ref('ValidationError'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

interface Schemas {
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  deprecated?: boolean
  /** Beside the summary, in the API document. */
  description?: string
  /** By status. A string is the name of a shape. */
  response: Record<number, string | TSchema>
}

/** Returns the options of a route: its rule, and its schemas with what all management routes have in common. */
export function route<const Given extends Schemas>(
  config: FastifyContextConfig & RouteRule,
  operationId: string,
  summary: string,
  { response: answers, ...parts }: Given,
) {
  const named = Object.entries(answers).map(([status, description]) => [
    status,
    typeof description === 'string' ? Type.Ref(description) : description,
  ])
  const response: Record<number, TSchema> = { ...Object.fromEntries(named), ...errors }
  const security = config.need === null ? withoutSignIn : signedIn
  return { config, schema: { operationId, summary, tags: ['Management'], security, response, ...parts } }
}

type Route<Schema extends FastifySchema> = RouteOptions<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  Schema,
  TypeBoxTypeProvider
>

type Declare = <const Schema extends FastifySchema>(
  path: string,
  options: Pick<Route<Schema>, 'bodyLimit' | 'config'> & { config: RouteRule; schema: Schema },
  handler: Route<Schema>['handler'],
) => void

/** Fastify as the management routes see it: no route without a rule. */
export type ManageApp = Pick<FastifyInstance, 'addHook' | 'addContentTypeParser'> &
  Record<'get' | 'post' | 'put' | 'patch' | 'delete', Declare>

/** For the hooks that enforce it. Throws for a route that declares no rule. */
export function ruleOf({ routeOptions: { config, method, url } }: FastifyRequest): RouteRule {
  const { need, audit } = config
  if (need === undefined || audit === undefined) throw new Error(`${String(method)} ${url} declares no rule`)
  return { need, audit }
}

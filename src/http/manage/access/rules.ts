// The properties that each management route declares: the required access, the subject of the audit line, and the
// schemas.
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
 * The access that a route requires. `member` permits a signed-in person or a token. `account` permits only a signed-in
 * person, because tokens have no account. A role permits a member who has this role or a higher role in the route's
 * workspace. An operator has every role.
 */
export type RequiredAccess = 'member' | 'account' | 'viewer' | 'admin' | 'owner' | 'operator'

export interface RouteRule {
  /** The required access. Null if the route requires no sign-in. */
  need: RequiredAccess | null
  /** The object that the audit line describes. Null if the request adds no line to the audit log. */
  audit: AuditSubject | null
}

/** The object that a line of the audit log describes. */
export interface AuditSubject {
  /** The kind of object, such as `api_key`. */
  kind: string
  /**
   * The path parameters whose values form the object's id. The name `self` is replaced with the id of the caller's
   * account. Empty if the request creates the object.
   */
  of: string[]
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteRule> {
    /** Fields of the body that only an operator may set. */
    operatorFields?: string[]
    /** Returns more data for the audit line, if the request's body does not contain everything that changes. */
    auditDetails?: (request: FastifyRequest) => Promise<{ before: object | null; change: object | null }>
  }
}

/**
 * A route without sign-in. It adds no audit line here, because its request has no known actor. The functions that sign
 * a person in add their own line.
 */
export const openToAll: RouteRule = { need: null, audit: null }

/** Returns the rule of a route that changes nothing. */
export const read = (need: RequiredAccess): RouteRule => ({ need, audit: null })

/** Returns the rule of a route that changes an object of the kind `kind`. AuditSubject describes `kind` and `of`. */
export const change = (need: RequiredAccess, kind: string, ...of: string[]): RouteRule => ({
  need,
  audit: { kind, of },
})

/**
 * Returns the rule of a route that returns a file. Each download adds a line to the audit log, although it changes
 * nothing.
 */
export const download = (need: RequiredAccess, kind: string, ...of: string[]): RouteRule => change(need, kind, ...of)

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
  /** The description of the operation in the API document. */
  description?: string
  /** The responses by status. A string refers to the schema with this name. */
  response: Record<number, string | TSchema>
}

/** Returns the options of a route: its rule, its schemas, and the parts that all management routes have in common. */
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

/** The Fastify instance of the management routes. The code of a route without a rule does not compile. */
export type ManageApp = Pick<FastifyInstance, 'addHook' | 'addContentTypeParser'> &
  Record<'get' | 'post' | 'put' | 'patch' | 'delete', Declare>

/** Returns the rule of a route. Throws if the route has no rule. */
export function ruleOf({ routeOptions: { config, method, url } }: FastifyRequest): RouteRule {
  const { need, audit } = config
  if (need === undefined || audit === undefined) throw new Error(`${String(method)} ${url} declares no rule`)
  return { need, audit }
}

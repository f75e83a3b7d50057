// Response schemas of the management API: sessions, members, invitations and the audit log.
import { type TSchema, Type } from 'typebox'
import { orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'
import { tokenScope } from './tokens.ts'

export const role = Type.Enum(['owner', 'admin', 'viewer'], { type: 'string' })

const person = { id: number, name: string, email: string, operator: Type.Boolean() }
const second_factor = Type.Boolean({ description: 'True if a sign-in to the account needs a code.' })
const ada = { id: 1, name: 'Ada Lovelace', email: 'ada@shop.example', operator: true }

const invitation = {
  id: number,
  email: string,
  role,
  invited_by: string,
  created_at: at,
  expires_at: at,
  state: Type.Enum(['open', 'expired'], { type: 'string' }),
  mail: orNull(
    Type.Enum(['waiting', 'sent', 'failed'], {
      type: 'string',
      description:
        'The state of the email with the link. null if the link was shown to the inviter, because no mail server is set.',
    }),
  ),
}

export const memberShapes = [
  shape('Session', {
    actor: Type.Object(
      {
        kind: Type.Enum(['member', 'token'], { type: 'string' }),
        id: number,
        operator: Type.Boolean({ description: 'True if the caller is an operator of the installation.' }),
        name: Type.Optional(string),
        email: Type.Optional(string),
        session_id: Type.Optional(number),
        hint: Type.Optional(Type.String({ description: 'The last characters of a management token.' })),
        scope: Type.Optional(tokenScope),
        expires_at: Type.Optional(
          orNull(
            Type.String({
              format: 'date-time',
              description: 'The expiry of a management token. null if it never expires.',
            }),
          ),
        ),
      },
      { description: 'The caller.' },
    ),
    workspaces: Type.Array(Type.Object({ id: number, name: string, plan: string, role, created_at: at }), {
      description: 'At most 200 workspaces. GET /v1/manage/workspaces returns all of them, in pages.',
    }),
    installation: Type.Object(
      {
        name: string,
        version: string,
        public_url: string,
        base_path: string,
        mail: Type.Boolean({
          description:
            'True if a mail server is set. Without a mail server, the portal shows the links for invitations and new passwords.',
        }),
        plans: Type.Array(Type.Object({ slug: string, name: string, quota: orNull(number), channels: orNull(number) })),
        default_plan: string,
        credit_costs: Type.Record(Type.String(), number),
        prefixes: Type.Object({ api_live: string, api_test: string, trigger: string }),
      },
      { description: 'Properties of this installation.' },
    ),
  }),
  shape('Account', { ...person, created_at: at }, { ...ada, created_at: AT }),
  shape('AccountWithWorkspaces', {
    ...person,
    second_factor,
    created_at: at,
    last_seen_at: orNull(at),
    workspaces: Type.Array(Type.Object({ id: number, name: string, role })),
  }),
  shape('MemberSession', {
    id: number,
    device: string,
    address: string,
    created_at: at,
    last_seen_at: at,
    expires_at: at,
    current: Type.Boolean({ description: 'True for the session that sent this request.' }),
  }),
  shape('SignInOptions', {
    provider: Type.Unsafe<{ name: string } | null>({
      type: ['object', 'null'],
      description: 'The OpenID Connect provider. null if members sign in with passwords only.',
      properties: { name: string },
      required: ['name'],
    }),
    passwords: Type.Enum(['everyone', 'operators'], {
      type: 'string',
      description: 'The members who may sign in with a password.',
    }),
  }),
  shape('Identity', {
    id: number,
    issuer: Type.String({ description: 'The issuer URL of the provider.' }),
    email: orNull(Type.String({ description: 'The address that the provider reported last.' })),
    linked_at: at,
    last_used_at: orNull(at),
  }),
  shape('SecondFactor', {
    enabled: Type.Boolean({ description: 'True if a sign-in to the account needs a code.' }),
    since: orNull(at),
    recovery_codes: Type.Integer({ description: 'The number of recovery codes that are not used yet.' }),
    needs_password: Type.Boolean({
      description:
        'True if the set-up needs the password of the account. An account that a sign-in with the provider created has no password.',
    }),
  }),
  shape(
    'Member',
    { ...person, second_factor, role, joined_at: at, last_seen_at: orNull(at) },
    { ...ada, second_factor: true, role: 'owner', joined_at: AT, last_seen_at: AT },
  ),
  shape('MemberInvitation', invitation),
  shape('NewMemberInvitation', {
    ...invitation,
    link: orNull(
      Type.String({
        description:
          'The link, which is shown only once. null if the link is sent by email. Then only a person who reads this mailbox can accept.',
      }),
    ),
    mailed: Type.Boolean({ description: 'True if the link is sent by email and not shown.' }),
  }),
  shape('OpenInvitation', {
    workspace: Type.Object({ id: number, name: string }),
    email: string,
    role,
    invited_by: string,
    expires_at: at,
    has_account: Type.Boolean({
      description:
        'True if the address has an account. Then the person accepts with the existing password and sets no new one.',
    }),
  }),
  shape(
    'AuditLine',
    {
      id: number,
      at,
      workspace_id: orNull(number),
      actor: Type.Object({
        kind: Type.Enum(['member', 'token', 'link', 'command', 'anonymous'], { type: 'string' }),
        id: orNull(number),
        name: string,
      }),
      address: orNull(string),
      action: Type.String({ description: "The route's operationId, or signInFailed." }),
      says: Type.String({ description: 'The action as a phrase.' }),
      object: Type.Unsafe<object | null>({
        type: ['object', 'null'],
        properties: { kind: string, id: orNull(string), name: orNull(string) },
        required: ['kind', 'id', 'name'],
      }),
      before: Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'The previous values of the changed fields.',
      }),
      change: Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'The content of the request, without secrets.',
      }),
      outcome: Type.Enum(['done', 'unknown'], {
        type: 'string',
        description:
          'unknown: the service stopped or failed during the change. It is not known whether the change was made.',
      }),
    },
    {
      id: 91,
      at: AT,
      workspace_id: 1,
      actor: { kind: 'member', id: 1, name: 'Ada Lovelace <ada@shop.example>' },
      address: '203.0.113.7',
      action: 'changeSource',
      says: 'Change a source',
      object: { kind: 'source', id: '3', name: 'Checkout' },
      before: { rate_limit: 100 },
      change: { rate_limit: 500 },
      outcome: 'done',
    },
  ),
] satisfies TSchema[]

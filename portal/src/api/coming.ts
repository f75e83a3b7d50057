// Operations of signing in and of the overview, as agreed.
import type { Delivery } from './operations.ts'

export type Session = {
  actor:
    | { kind: 'member'; id: number; name: string; email: string; operator: boolean; session_id: number }
    | { kind: 'token'; id: number; hint: string; operator: boolean }
  workspaces: { id: number; name: string; role: 'owner' | 'admin' | 'viewer'; plan: string; created_at: string }[]
  installation: {
    name: string
    version: string
    public_url: string
    base_path: string
    mail: boolean
    plans: { slug: string; name: string; quota: number | null; channels: number | null }[]
    default_plan: string
    credit_costs: Record<string, number>
    prefixes: { api_live: string; api_test: string; trigger: string }
  }
}

export type InvitationDetail = {
  workspace: { id: number; name: string }
  email: string
  role: 'owner' | 'admin' | 'viewer'
  invited_by: string
  expires_at: string
  has_account: boolean
}

export interface Coming {
  watchDeliveries: {
    input: { path: { ws: number }; query?: Record<string, string | number | undefined> }
    answer: { data: Delivery[] }
  }
  readSetup: { input: Record<never, never>; answer: { needed: boolean } }
  setUp: { input: { body: { token: string; name: string; email: string; password: string } }; answer: Session }
  readInvitation: { input: { body: { token: string } }; answer: InvitationDetail }
  acceptInvitation: { input: { body: { token: string; name?: string; password?: string } }; answer: Session }
  forgotPassword: { input: { body: { email: string } }; answer: { mail: boolean; message: string } }
  resetPassword: { input: { body: { token: string; password: string } }; answer: Session }
  readSession: { input: Record<never, never>; answer: Session }
  signIn: { input: { body: { email: string; password: string } }; answer: Session }
  signOut: { input: Record<never, never>; answer: undefined }
}

export const coming = {
  watchDeliveries: ['GET', '/v1/manage/workspaces/{ws}/deliveries/changes', 'application/json'],
  readSetup: ['GET', '/v1/manage/setup', 'application/json'],
  setUp: ['POST', '/v1/manage/setup', 'application/json'],
  readInvitation: ['POST', '/v1/manage/invitation/read', 'application/json'],
  acceptInvitation: ['POST', '/v1/manage/invitation/accept', 'application/json'],
  forgotPassword: ['POST', '/v1/manage/password/forgotten', 'application/json'],
  resetPassword: ['POST', '/v1/manage/password/reset', 'application/json'],
  readSession: ['GET', '/v1/manage/session', 'application/json'],
  signIn: ['POST', '/v1/manage/login', 'application/json'],
  signOut: ['POST', '/v1/manage/logout', 'application/json'],
} as const satisfies Record<keyof Coming, readonly [string, string, string]>

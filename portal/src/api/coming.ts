// Operations of signing in and of the overview, as agreed.
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

export interface Coming {
  readSession: { input: Record<never, never>; answer: Session }
  signIn: { input: { body: { email: string; password: string } }; answer: Session }
  signOut: { input: Record<never, never>; answer: undefined }
}

export const coming = {
  readSession: ['GET', '/v1/manage/session', 'application/json'],
  signIn: ['POST', '/v1/manage/login', 'application/json'],
  signOut: ['POST', '/v1/manage/logout', 'application/json'],
} as const satisfies Record<keyof Coming, readonly [string, string, string]>

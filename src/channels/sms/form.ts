// Sends forms to SMS providers.
import { callProvider, type ProviderReply } from '../../lib/provider-call.ts'

interface FormRequest {
  url: string
  fields: Record<string, string | undefined>
  headers?: Record<string, string>
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

/** Posts a form. A field without a value is omitted. */
export function postForm({ fields, ...request }: FormRequest): Promise<ProviderReply> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return callProvider({ ...request, body: form })
}

export function basicAuth(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

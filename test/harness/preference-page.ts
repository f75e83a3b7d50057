// Helpers for tests of the public preference page.
import type { TestService } from './service.ts'

/** Returns the fields of the first form on the page that contains this text, without unchecked boxes. */
export function formOf(page: string, text: string): [string, string][] {
  const form = page.split('<form').find((part) => part.includes(text)) ?? ''
  return [...form.matchAll(/<input type="(\w+)" name="(\w+)" value="([^"]*)"( checked)?/g)].flatMap(
    ([, type, name, value, checked]) =>
      type === 'hidden' || checked ? [[name ?? '', value ?? ''] as [string, string]] : [],
  )
}

/** Returns the entries of the list of opt-outs, and the fields of the form that lifts each of them. */
export function optOutsIn(page: string): { text: string; form: [string, string][] }[] {
  const list = page.split('<ul class="stops">')[1]?.split('</ul>')[0] ?? ''
  return list
    .split('<li>')
    .slice(1)
    .map((item) => ({ text: item.split(/<form|<\/li>/)[0] ?? '', form: formOf(item, '<button') }))
}

export const submit = (link: string, fields: [string, string][]) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(fields) })

/** Creates a link to the preferences of a recipient, with the address of the test service. */
export async function preferenceLink(test: TestService, workspace: number, recipient: number): Promise<string> {
  const { status, body } = await test.manage('POST', `/workspaces/${workspace}/recipients/${recipient}/preference-link`)
  if (status !== 201) throw new Error(`no link: ${JSON.stringify(body)}`)
  return `${test.url}${new URL(body.url).pathname}`
}

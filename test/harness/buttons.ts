// Sends messages with buttons, finds the links of the buttons on the tested service, and clicks the links.
import type { Tenant, TestService } from './service.ts'

const BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1'

export interface SentButtons {
  id: number
  /** One link for each button, in the order of the buttons. */
  links: string[]
  /** The link of the first button. */
  link: string
}

export interface Page {
  status: number
  headers: Headers
  text: string
}

export const action = (slug: string, more: object = {}) => ({
  slug,
  callback_url: 'https://app.example/callback',
  ...more,
})

/** Sends a message with these actions. By default it is a test message to Ada in English. */
export async function sendButtons(
  test: TestService,
  key: string,
  actions: object[] = [action('ok')],
  more: object = {},
): Promise<SentButtons> {
  const { status, body } = await test.send(key, {
    recipient: { email: 'ada@example.com', name: 'Ada', locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    actions,
    ...more,
  })
  if (status !== 202) throw new Error(`the send was answered ${status}: ${JSON.stringify(body)}`)
  const links = (body.actions as { url: string }[]).map(({ url }) => test.url + new URL(url).pathname)
  return { id: body.delivery_id as number, links, link: links[0]! }
}

/** Opens a link as a person's browser does. */
export async function click(link: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> {
  const answer = await fetch(link, { method, headers: { 'user-agent': BROWSER, ...headers }, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns the button's link in the message of the test inbox. */
export async function linkInMessage(test: TestService, tenant: Tenant, id: number, position = 0): Promise<string> {
  const message = await test.until(async () => {
    const { status, body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${id}`)
    return status === 200 && body.message
  })
  return test.url + new URL(message.actions[position].url).pathname
}

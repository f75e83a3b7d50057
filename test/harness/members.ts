// Members for tests: the owner of a started service, members of any role, and browsers that keep their cookie.
import { setupLink } from '../../src/members/set-up.ts'
import type { Answer, TestClient } from './client.ts'
import type { TestService } from './service.ts'

export const PASSWORD = 'correct horse battery'

export interface Browser {
  /** The cookie that the browser sends. */
  cookie: string | undefined
  /** The Set-Cookie header of the last answer. */
  setCookie: string | null
  /** Sends a request to the management API with the cookie and, for changes, the origin of the service. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export function createBrowser(test: TestClient): Browser {
  const browser: Browser = {
    cookie: undefined,
    setCookie: null,
    async request(method, path, body, headers = {}) {
      const answer = await test.call(method, `/manage${path}`, {
        body,
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          ...(method === 'GET' ? {} : { origin: test.url }),
          ...(browser.cookie === undefined ? {} : { cookie: browser.cookie }),
          ...headers,
        },
      })
      const set = answer.headers.get('set-cookie')
      browser.setCookie = set
      if (set !== null) browser.cookie = /Max-Age=0|=;/.test(set) ? undefined : set.split(';')[0]
      return answer
    },
  }
  return browser
}

/** Returns the token in a link. */
export const tokenInLink = (link: string) => new URL(link).searchParams.get('token')!

/** Sets the service up and returns the owner's browser. */
export async function setUpOwner(test: TestService, email = 'ada@shop.example'): Promise<Browser> {
  const browser = createBrowser(test)
  const link = (await setupLink(test.service.db, test.clock.now(), test.url))!
  const answer = await browser.request('POST', '/setup', {
    token: tokenInLink(link),
    name: 'Ada',
    email,
    password: PASSWORD,
  })
  if (answer.status !== 201) throw new Error(`the owner was not created: ${JSON.stringify(answer.body)}`)
  return browser
}

/** Invites a new member to the workspace with the management token and returns the member's browser. */
export async function addMember(test: TestClient, workspace: number, role: string, email: string): Promise<Browser> {
  const invited = await test.manage('POST', `/workspaces/${workspace}/invitations`, { email, role })
  const browser = createBrowser(test)
  const token = tokenInLink(invited.body.link)
  const answer = await browser.request('POST', '/invitation/accept', {
    token,
    name: email.split('@')[0],
    password: PASSWORD,
  })
  if (answer.status !== 200) throw new Error(`${email} did not join: ${JSON.stringify(answer.body)}`)
  return browser
}

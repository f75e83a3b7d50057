// People for tests: the owner of a started service, members of any role, and browsers that keep their cookie.
import { setupLink } from '../../src/members/set-up.ts'
import type { Answer, TestClient } from './client.ts'
import type { TestService } from './service.ts'

export const PASSWORD = 'correct horse battery'

export interface Browser {
  /** What the browser holds, as it sends it. */
  cookie: string | undefined
  /** Set-Cookie of the last answer, as it was. */
  setCookie: string | null
  /** A request to the management API, with the cookie and, for changes, the origin of the service's own page. */
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

/** The token of a link that a person was shown. */
export const tokenInLink = (link: string) => new URL(link).searchParams.get('token')!

/** Sets the service up and answers the owner's browser. */
export async function setUpOwner(test: TestService, email = 'ada@shop.example'): Promise<Browser> {
  const browser = createBrowser(test)
  const link = (await setupLink(test.service.db, test.clock.now(), test.url))!
  const answer = await browser.request('POST', '/setup', {
    token: tokenInLink(link),
    name: 'Ada',
    email,
    password: PASSWORD,
  })
  if (answer.status !== 201) throw new Error(`the owner was not made: ${JSON.stringify(answer.body)}`)
  return browser
}

/** Somebody new, invited to the workspace by the management token; answers their browser. */
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

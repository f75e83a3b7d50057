// Automated visitors of action links. HEAD requests, prefetches, scanners and link previewers do not use the action.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { click, sendButtons } from '../harness/buttons.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** User agents as access logs show them. */
const previewAgents = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  `${CHROME} BingPreview/1.0b`,
  `${CHROME} MicrosoftPreview/2.0`,
  'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'ViberUrlDownloader',
  'GoogleMessages/20',
  'Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.example/) Bot',
  'Barracuda Sentinel (EE)',
  'Mozilla/5.0 (compatible; Proofpoint)',
  'Mimecast/1.0 URL Protection',
  'Microsoft Office SafeLinks Protection',
  'Microsoft Office Existence Discovery',
  'Microsoft Office Protocol Discovery',
  `${CHROME} Google-Safety`,
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'CiscoSecureEmail',
  'Mozilla/5.0 (compatible; FortiGuard)',
  'Mozilla/5.0 (compatible; Sophos Link Check)',
  'Trend Micro Email Security',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
]

/**
 * User agents whose requests use an action: programs and in-app browsers. Some apps also have a link previewer, whose
 * requests do not use the action.
 */
const actingAgents = [
  ['curl', 'curl/8.5.0'],
  ['wget', 'Wget/1.21.4'],
  ['an empty user agent', ''],
  ['node', 'node'],
  ['undici', 'undici'],
  ['axios', 'axios/1.7.9'],
  ['requests', 'python-requests/2.32.3'],
  ['httpx', 'python-httpx/0.27.0'],
  ['Go', 'Go-http-client/2.0'],
  ['Java', 'Java/21.0.2'],
  ['okhttp', 'okhttp/4.12.0'],
  ['Apache HttpClient', 'Apache-HttpClient/5.3 (Java/21)'],
  ['PHP', 'GuzzleHttp/7'],
  ['Ruby', 'Ruby'],
  ['a browser', CHROME],
  [
    "Facebook's browser",
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/500.0;FBDV/iPhone16,1]',
  ],
  [
    "WhatsApp's browser",
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36 WhatsApp/2.25',
  ],
  [
    "Slack's window",
    'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/140.0 Electron/38.0 Safari/537.36 Slack_SSB/4.46',
  ],
  ["Snapchat's browser", 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Snapchat/13.0'],
  [
    "Viber's browser",
    'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Viber/24.1',
  ],
  ["LinkedIn's browser", 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.30'],
  ["Pinterest's browser", 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [Pinterest/iOS]'],
  ['Outlook on a phone', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 OutlookMobile/4.2'],
] as const

describe.each(databases)('automated visitors of action links on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const link = async () => (await sendButtons(test, tenant.testKey)).link

  it('answers a HEAD request for an action link like a GET request, without using the action [D25]', async () => {
    const url = await link()
    for (const _ of [1, 2]) {
      const head = await click(url, {}, 'HEAD')
      expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8'])
    }
    expect((await click(url)).status).toBe(200)
    expect((await click(url, {}, 'HEAD')).status).toBe(410)
  })

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
    ['sec-purpose', 'Prefetch'],
  ])(
    'returns 503 for a prefetch request that has the header %s: %s, and does not use the action [D25]',
    async (header, value) => {
      const url = await link()
      for (const method of ['GET', 'POST', 'HEAD']) {
        const ahead = await click(url, { [header]: value }, method)
        expect([ahead.status, ahead.headers.get('cache-control')]).toEqual([503, 'no-store'])
      }
      expect((await click(url)).status).toBe(200)
    },
  )

  it('shows scanners and link previewers a neutral page and does not use the action [D25]', async () => {
    const { link: url } = await sendButtons(test, tenant.testKey, [
      { slug: 'ok', label: 'Pay the ransom', callback_url: 'https://app.example/' },
    ])
    for (const agent of previewAgents) {
      for (const method of ['GET', 'POST']) {
        const page = await click(url, { 'user-agent': agent }, method)
        expect(page.status, agent).toBe(200)
        expect(page.text, agent).toContain('<h1>Open the link from the message</h1>')
        expect(page.text).not.toMatch(/ransom|<form|<button|Test/)
      }
    }
    expect((await click(url)).status).toBe(200)
    expect((await click(url, { 'user-agent': previewAgents[0]! })).status).toBe(410)
  })

  it.each(actingAgents)('uses the action when a GET request has the user agent of %s [D25b]', async (_title, agent) => {
    const url = await link()
    expect((await click(url, { 'user-agent': agent })).status).toBe(200)
    expect((await click(url)).status).toBe(410)
  })

  it('returns 405 for a request to an action link with an unsupported method, and does not use the action', async () => {
    const url = await link()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await click(url, {}, method)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
    expect((await click(url)).status).toBe(200)
  })
})

// Tests of test messages as viewers see them: buttons without links, and masked URLs as text.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, type Browser } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

const NO_LINK = 'Viewers cannot use this link.'
const image = 'https://files.example/a.png?code=66554433'
const action = { slug: 'confirm', label: 'Confirm', callback_url: 'https://shop.example/hook' }

let portal: TestPortal
let viewer: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vera@shop.example')
})
afterAll(() => portal?.stop())

async function send(channel: string, more: object = {}): Promise<void> {
  const { status, body } = await portal.test.send(portal.tenant.testKey, {
    recipient: { name: channel, email: `${channel}@example.com`, locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel,
    actions: [action],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(202)
  await portal.test.settled(portal.tenant, body.delivery_id, 'sent')
}

it('viewers see email buttons that have an explanation and no link, and owners see email buttons with links', async () => {
  await send('email')
  const asViewer = await portal.open('test-inbox', { as: viewer })
  const shown = asViewer.page.frameLocator('iframe')
  for (const label of ['Confirm', 'Unsubscribe']) {
    const link = shown.locator('a', { hasText: label })
    await link.waitFor()
    expect([await link.getAttribute('href'), await link.getAttribute('title')]).toEqual([null, NO_LINK])
  }
  await expectNoFaults(asViewer)
  const asOwner = await portal.open('test-inbox')
  const link = asOwner.page.frameLocator('iframe').locator('a', { hasText: 'Confirm' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toContain('/action/')
  await expectNoFaults(asOwner)
})

it.each(['push', 'slack'])(
  'on %s, shows a masked image as text, and shows the buttons without their links',
  async (channel) => {
    await send(channel, { media: { url: image, type: 'image' } })
    const opened = await portal.open('test-inbox', { as: viewer })
    const drawn = opened.page.locator(`[data-channel=${channel}]`)
    await drawn.getByText('https://files.example/a.png?••••').waitFor()
    expect(await drawn.locator('img').count()).toBe(0)
    expect(await drawn.getByText('Confirm', { exact: true }).getAttribute('title')).toBe(NO_LINK)
    expect(await drawn.locator('a').count()).toBe(0)
    await expectNoFaults(opened)
  },
)

it('shows template images as text when a sensitive variable masks their URL', async () => {
  const address = 'https://files.example/{{code}}.png'
  const channels = {
    email: { markdown: `![Map](${address})` },
    discord: { embeds: [{ title: 'Map', image: { url: address }, thumbnail: { url: address } }] },
  }
  const made = await portal.test.manage('POST', `/workspaces/${portal.tenant.workspace}/templates`, {
    slug: 'map',
    name: 'Map',
    sensitive: ['code'],
    locales: { en: { subject: 'Map', body: 'Map', channels } },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  for (const channel of ['email', 'discord'])
    await send(channel, { template: 'map', vars: { code: '66554433' }, actions: [] })
  const opened = await portal.open('test-inbox', { as: viewer })
  const discord = opened.page.locator('[data-channel=discord]')
  await discord.getByText('https://files.example/••••.png').first().waitFor()
  expect(await discord.getByText('https://files.example/••••.png').count()).toBe(2)
  expect(await discord.locator('img').count()).toBe(0)
  await opened.page.getByRole('list', { name: 'Test messages' }).getByRole('link').nth(1).click()
  const email = opened.page.frameLocator('iframe >> nth=0')
  await email.getByText('https://files.example/••••.png').waitFor()
  expect(await email.locator('img').count()).toBe(0)
  await expectNoFaults(opened)
})

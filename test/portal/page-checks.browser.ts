// Tests of the checks that the browser tests use for accessibility and layout, on small pages with known faults.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts'
import { overlaps } from '../harness/layout.ts'

let browser: TestBrowser
let opened: TestPage

beforeAll(async () => {
  browser = await startBrowser()
  opened = await browser.open()
})
afterAll(() => browser?.close())

const show = (content: string) =>
  opened.page.setContent(
    `<!doctype html><html lang="en"><title>Page</title><body style="background: white"><main><h1>Page</h1>${content}</main></body></html>`,
  )

const chart = (color: string) => `<svg width="100" height="40"><text y="20" fill="${color}">7</text></svg>`
const dotted = (left: number) => `<style>li { position: relative; width: 120px; padding-left: 40px; color: #555 }
  li::before { content: ""; position: absolute; left: ${left}px; top: 0; width: 36px; height: 18px; background: #666 }</style>
  <ul><li><span>Sent in 5 ms</span></li></ul>`

it.each([
  ['a pale text in a chart', chart('#ccc')],
  ['a text on a gradient', '<p style="color: #555; background: linear-gradient(white, black)">Text</p>'],
  ['a text on a pseudo-element', dotted(42)],
  ['a name on an element without a role', '<div aria-label="Languages">English</div>'],
])('the accessibility check reports %s', async (_name, content) => {
  await show(content)
  expect(await opened.axe()).toEqual([expect.stringMatching(/^undecided: /)])
})

it.each([
  ['a dark text in a chart', chart('#555')],
  ['a dark text beside a pseudo-element', dotted(0)],
])('the accessibility check does not report %s', async (_name, content) => {
  await show(content)
  expect(await opened.axe()).toEqual([])
})

it('the layout check reports a button that overlaps a text, and accepts a text that wraps around a link', async () => {
  await show('<p style="width: 60px">Read <a href="/docs">the whole page</a> about this</p>')
  expect(await overlaps(opened.page)).toEqual([])
  await show('<p>Some text</p><button style="margin-top: -40px; display: block">Save</button>')
  expect(await overlaps(opened.page)).toEqual([expect.stringMatching(/^<p>.* overlaps <button/)])
})

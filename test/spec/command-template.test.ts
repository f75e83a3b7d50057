// carillon template: the commands for one template, and push and pull for a folder of templates.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandResult, carillon } from '../harness/command.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
const root = mkdtempSync(path.join(os.tmpdir(), 'carillon-templates-'))
const at = (...parts: string[]) => path.join(root, ...parts)
const write = (file: string, content: unknown) =>
  writeFileSync(at(file), typeof content === 'string' ? content : JSON.stringify(content))
const english = (body: string) => ({ en: { subject: 'Hi {{name}}', body } })

beforeAll(async () => {
  test = await startTestService('postgres')
})
afterAll(async () => {
  await test.stop()
  rmSync(root, { recursive: true, force: true })
})

const run = (...words: string[]): Promise<CommandResult> =>
  carillon(['template', ...words], { CARILLON_URL: test.url, DATA_DIR: test.dataDir })
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)
const stored = async (slug: string) => (await test.manage('GET', `/workspaces/1/templates/${slug}`)).body

describe('carillon template put, get, list, preview and delete', () => {
  it('`template put` stores a template from a file or standard input, and `template get` prints the template in the same form', async () => {
    write('order.json', { name: 'Order', locales: english('Hello {{name}}') })
    expect(await run('put', at('order.json'))).toEqual({
      code: 0,
      out: 'Template order was created. Its version is 1.\n',
      err: '',
    })
    const got = await run('get', 'order')
    expect(JSON.parse(got.out)).toEqual({
      slug: 'order',
      name: 'Order',
      essential: false,
      locales: english('Hello {{name}}'),
    })
    const again = await carillon(
      ['template', 'put', '-', '--json'],
      { CARILLON_URL: test.url, DATA_DIR: test.dataDir },
      got.out.replace('Hello', 'Good day'),
    )
    expect(JSON.parse(again.out)).toMatchObject({ slug: 'order', version: 2, locales: english('Good day {{name}}') })
    expect(await json('get', 'order')).toMatchObject({ version: 2, locales: english('Good day {{name}}') })
  })

  it('`template get`, `push` and `pull` keep the list of sensitive variables, and only an empty list in the file clears that list', async () => {
    mkdirSync(at('marked'))
    write('marked/login.json', { name: 'Login', sensitive: ['code'], locales: english('Code {{code}}') })
    await run('push', at('marked'))
    expect((await stored('login')).sensitive).toEqual(['code'])
    expect(JSON.parse((await run('get', 'login')).out).sensitive).toEqual(['code'])
    write('marked/login.json', { name: 'Login', locales: english('Code {{code}}') })
    expect((await json('push', at('marked'))).data).toMatchObject([{ slug: 'login', done: 'unchanged' }])
    write('marked/login.json', { name: 'Sign-in', locales: english('Code {{code}}') })
    await run('push', at('marked'))
    expect(await stored('login')).toMatchObject({ name: 'Sign-in', sensitive: ['code'] })
    await run('pull', at('marked'), '--yes')
    expect(JSON.parse(readFileSync(at('marked', 'login.json'), 'utf8')).sensitive).toEqual(['code'])
    write('marked/login.json', { name: 'Sign-in', sensitive: [], locales: english('Code {{code}}') })
    await run('push', at('marked'))
    expect((await stored('login')).sensitive).toEqual([])
    await run('delete', 'login', '--yes')
  })

  it('`template list` and `preview` print templates, and `preview` reports a variable without a value', async () => {
    expect((await json('list')).data.map(({ slug }: { slug: string }) => slug)).toEqual(['welcome', 'order'])
    expect((await run('list')).out).toMatch(/^order\tOrder\ten\t\t2\t20/m)
    const whole = await run('preview', 'order', '--var', 'name=Ada', '--locale', 'en')
    expect(whole).toMatchObject({ code: 0, out: 'Hi Ada\n\nGood day Ada\n' })
    const lacking = await run('preview', 'order', '--locale', 'en')
    expect(lacking.code).toBe(1)
    expect(lacking.err).toContain('The variable name has no value: --var name=…')
    expect(await json('preview', 'order', '--channel', 'telegram', '--var', 'name=Ada')).toMatchObject({
      channel: 'telegram',
      missing: [],
    })
    expect(await run('preview', 'order', '--channel', 'pigeon')).toMatchObject({
      code: 1,
      err: expect.stringContaining('channel'),
    })
  })

  it('`template put` prints the wrong fields of a file, and `template get` reports an unknown template', async () => {
    write('wrong.json', { name: 'Wrong', locales: { en: { body: '' }, klingon1: { body: 'x' } }, colour: 'red' })
    const { code, err } = await run('put', at('wrong.json'))
    expect(code).toBe(1)
    expect(err).toContain('colour')
    write('list.json', '[]')
    expect(await run('put', at('list.json'))).toMatchObject({ code: 1, err: expect.stringContaining('a JSON object') })
    expect(await run('get', 'nothing')).toMatchObject({
      code: 1,
      err: 'No template "nothing" in this workspace.\n',
    })
    const nameless = await carillon(
      ['template', 'put', '-'],
      { CARILLON_URL: test.url, DATA_DIR: test.dataDir },
      '{"name":"x"}',
    )
    expect(nameless).toMatchObject({ code: 2, err: expect.stringContaining('has no slug') })
  })

  it('`template delete` requires a confirmation', async () => {
    expect(await run('delete', 'order')).toMatchObject({ code: 2, err: expect.stringContaining('confirm with --yes') })
    expect(await json('delete', 'order', '--yes')).toEqual({ slug: 'order', deleted: true })
    expect(await run('delete', 'order', '--yes')).toMatchObject({ code: 1 })
  })
})

describe('carillon template push and pull', () => {
  it('`template push` reports each file as created, changed, unchanged or refused, and continues after a refused file', async () => {
    mkdirSync(at('push', 'inner'), { recursive: true })
    write('push/alpha.json', { name: 'Alpha', locales: english('a') })
    write('push/beta.json', { slug: 'beta', name: 'Beta', essential: true, locales: english('b') })
    write('push/notes.txt', 'no template')
    write('push/inner/gamma.json', { name: 'Gamma', locales: english('c') })

    const dryRun = await run('push', at('push'), '--dry-run')
    expect(dryRun.code).toBe(0)
    expect(dryRun.out).toBe('created    alpha\ncreated    beta\n')
    expect(dryRun.err).toContain('2 created in the workspace (nothing was written).')
    expect((await test.manage('GET', '/workspaces/1/templates/alpha')).status).toBe(404)

    expect(await json('push', at('push'))).toEqual({
      dry_run: false,
      data: [
        { slug: 'alpha', done: 'created' },
        { slug: 'beta', done: 'created' },
      ],
    })
    expect(await stored('beta')).toMatchObject({ essential: true, version: 1 })

    // The order of the fields makes no difference.
    write('push/alpha.json', { locales: { en: { body: 'a', subject: 'Hi {{name}}' } }, name: 'Alpha' })
    write('push/beta.json', { slug: 'beta', name: 'Beta', locales: english('b') })
    write('push/broken.json', '{"name":')
    write('push/refused.json', { name: 'Refused', locales: {} })
    const pushed = await run('push', at('push'))
    expect(pushed.code).toBe(1)
    expect(pushed.out).toBe('unchanged  alpha\nchanged    beta\nrefused    broken\nrefused    refused\n')
    expect(pushed.err).toContain('broken.json is not JSON')
    expect(pushed.err).toMatch(/locales: /)
    expect(pushed.err).toContain('1 changed, 1 unchanged, 2 refused in the workspace.')
    expect(pushed.err).toContain('1 template of the workspace without a file in this folder stayed unchanged.')
    expect(await stored('alpha')).toMatchObject({ version: 1 })
    expect(await stored('beta')).toMatchObject({ version: 2, essential: false })
  })

  it('`template push` and `pull` refuse a folder that is missing, is empty or is a file', async () => {
    expect(await run('push', at('missing'))).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') })
    expect(await run('push', at('push', 'notes.txt'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('ENOTDIR'),
    })
    mkdirSync(at('empty'))
    expect(await run('push', at('empty'))).toMatchObject({ code: 1, err: expect.stringContaining('no .json file') })
    expect(await run('pull', at('push', 'notes.txt'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be written'),
    })
  })

  it('`template pull` writes files that `template push` reports as unchanged', async () => {
    const dryRun = await run('pull', at('pull'), '--dry-run')
    expect(dryRun.out).toContain('created    alpha')
    expect(existsSync(at('pull'))).toBe(false)
    expect(await run('pull', at('pull'))).toMatchObject({
      code: 0,
      out: 'created    welcome\ncreated    alpha\ncreated    beta\n',
    })
    expect(JSON.parse(readFileSync(at('pull', 'beta.json'), 'utf8'))).toEqual({
      slug: 'beta',
      name: 'Beta',
      essential: false,
      locales: english('b'),
    })
    expect((await run('push', at('pull'))).out).toBe('unchanged  alpha\nunchanged  beta\nunchanged  welcome\n')
  })

  it('`template pull` asks for a confirmation before it replaces a file that differs', async () => {
    write('pull/alpha.json', { slug: 'alpha', name: 'Mine', locales: english('mine') })
    write('pull/own.json', { name: 'Own', locales: english('own') })
    const withoutYes = await run('pull', at('pull'))
    expect(withoutYes).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Replace 1 changed file') })
    expect(readFileSync(at('pull', 'alpha.json'), 'utf8')).toContain('Mine')
    expect(await json('pull', at('pull'), '--yes')).toMatchObject({
      data: [
        { slug: 'welcome', done: 'unchanged' },
        { slug: 'alpha', done: 'changed' },
        { slug: 'beta', done: 'unchanged' },
      ],
    })
    expect(readFileSync(at('pull', 'alpha.json'), 'utf8')).not.toContain('Mine')
    expect(existsSync(at('pull', 'own.json'))).toBe(true)
  })
})

describe('carillon template with layouts, drafts and Liquid', () => {
  it('`template push` uploads layouts before the templates that use them, and `pull` writes the same files', async () => {
    mkdirSync(at('shop', 'layouts'), { recursive: true })
    const layout = {
      name: 'Letter',
      format: 'html',
      locales: { en: { content: '<h1>{{brand_name}}</h1>{{content}}' } },
    }
    const letter = {
      name: 'News',
      engine: 'liquid',
      layout: 'letter',
      tags: ['monthly'],
      locales: { en: { subject: 'News', body: 'Hi {{ name }}', channels: { email: { html: '<p>{{ name }}</p>' } } } },
    }
    write('shop/layouts/letter.json', layout)
    write('shop/news.json', letter)
    expect((await json('push', at('shop'))).data).toMatchObject([
      { slug: 'layouts/letter', done: 'created' },
      { slug: 'news', done: 'created' },
    ])
    expect((await json('push', at('shop'))).data).toMatchObject([{ done: 'unchanged' }, { done: 'unchanged' }])
    mkdirSync(at('copy'))
    await run('pull', at('copy'), '--yes')
    expect(JSON.parse(readFileSync(at('copy', 'layouts', 'letter.json'), 'utf8'))).toMatchObject(layout)
    expect(JSON.parse(readFileSync(at('copy', 'news.json'), 'utf8'))).toMatchObject(letter)
  })

  it('`template push --draft` publishes nothing, and `template publish` shows the changed fields first', async () => {
    write('shop/news.json', { ...JSON.parse(readFileSync(at('shop', 'news.json'), 'utf8')), name: 'Newsletter' })
    await run('push', at('shop'), '--draft')
    expect(await stored('news')).toMatchObject({ name: 'News', version: 1, draft: { revision: 1 } })
    const published = await run('publish', 'news', '--yes')
    expect([published.code, published.out]).toEqual([0, 'Template news was published as version 2.\n'])
    expect(published.err).toContain('name\n  - News\n  + Newsletter')
    expect((await run('clone', 'news', 'second')).out).toBe('Template second was created as a draft.\n')
    expect(await stored('second')).toMatchObject({ published: false })
  })

  it('`template preview` fills Liquid from a file with data', async () => {
    write('items.json', { items: ['Cup', 'Pot'] })
    write('list.json', {
      name: 'List',
      engine: 'liquid',
      locales: { en: { subject: 'List', body: '{% for item in data.items %}{{ item }} {% endfor %}' } },
    })
    await run('put', at('list.json'))
    const shown = await run('preview', 'list', '--data', at('items.json'), '--locale', 'en')
    expect(shown).toMatchObject({ code: 0, out: 'List\n\nCup Pot \n' })
  })
})

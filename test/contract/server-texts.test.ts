// The Italian portal has a translation of every sentence that the server writes for people, and no other translations.
import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { serverTexts as italian, serverText } from '../../portal/src/texts/it/server/index.ts'
import { areas } from './server-texts/areas.ts'
import { serverTexts, textsIn, withoutNames } from './server-texts/collect.ts'

const folder = 'portal/src/texts/it/server'
const directory = fileURLToPath(new URL(`../../${folder}/`, import.meta.url))

/** Returns each area with its catalog of translations. */
async function catalogs(): Promise<[area: string, catalog: Record<string, string>][]> {
  const areas = readdirSync(directory).filter((file) => file !== 'index.ts')
  return Promise.all(
    areas.map(async (file) => {
      const area = file.replace(/\.ts$/, '')
      const exported = await import(pathToFileURL(`${directory}${file}`).href)
      return [area, exported[area]]
    }),
  )
}

const texts = serverTexts()

it('the list of areas contains the folder of every channel', () => {
  const channels = fileURLToPath(new URL('../../src/channels/', import.meta.url))
  const folders = readdirSync(channels, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const read = Object.values(areas).flat()
  const unread = folders.filter(({ name }) => !read.some((path) => `${path}/`.startsWith(`src/channels/${name}/`)))
  expect(unread.map(({ name }) => `Add src/channels/${name} to test/contract/server-texts/areas.ts`)).toEqual([])
})

it('every server sentence that the portal shows has an Italian translation', () => {
  const known = new Set(Object.keys(italian).map(withoutNames))
  const missing = texts.filter(({ text }) => !known.has(withoutNames(text)))
  expect(missing.map(({ text, area }) => `Add the Italian of "${text}" to ${folder}/${area}.ts`)).toEqual([])
})

it('the portal translates only sentences that the server writes', async () => {
  const written = new Set(texts.map(({ text }) => withoutNames(text)))
  const outdated = (await catalogs()).flatMap(([area, catalog]) =>
    Object.keys(catalog)
      .filter((text) => !written.has(withoutNames(text)))
      .map((text) => `Remove "${text}" from ${folder}/${area}.ts, or change it to the server's new sentence`),
  )
  expect(outdated).toEqual([])
})

it('the portal loads every catalog, and no sentence is translated in two catalogs', async () => {
  const entries = (await catalogs()).flatMap(([, catalog]) => Object.keys(catalog).map(withoutNames))
  expect(entries.filter((text, at) => entries.indexOf(text) !== at)).toEqual([])
  expect(Object.keys(italian).map(withoutNames).sort()).toEqual(entries.sort())
})

it('a translation uses only the placeholders of its English sentence', () => {
  const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name)
  const wrong = Object.entries(italian).flatMap(([text, translation]) =>
    names(translation)
      .filter((name) => !names(text).includes(name))
      .map((name) => `${name} in "${translation}"`),
  )
  expect(wrong).toEqual([])
})

it('translates a sentence that is filled with sample values, and keeps the values', () => {
  for (const [text, translation] of Object.entries(italian)) {
    const filled = (template: string) => template.replaceAll(/\{n\}/g, '7').replaceAll(/\{(\w+)\}/g, 'x$1x')
    expect(serverText(filled(text)), text).toBe(filled(translation))
  }
})

it('finds sentences in literals, templates, concatenated texts and counted nouns, but not in types, SQL, logs and errors', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the code holds templates
  const code = [
    "const a = cond ? 'is too long' : `has ${size} bytes, ${b ? 'which is too many' : ''}`",
    "const b = 'must be ' + limit(MOST_ROWS) + ' or less'",
    "const c = `All ${counted(tries, 'attempt is', 'attempts are')} used.`",
    "const d = `${names.join(', ')} are taken`",
    "type E = 'not a text'",
    "log.info('not a text')",
    "throw new Error('not a text')",
    "query({ text: 'select id from deliveries where id = $1', summary: 'not a text' })",
    "const f = 'single'",
  ].join('\n')
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the code holds templates
  expect(textsIn(code)).toEqual([
    'is too long',
    'has {size} bytes, {value}',
    'which is too many',
    'must be {mostRows} or less',
    'All {tries} used.',
    '{n} attempt is',
    '{n} attempts are',
    '{names} are taken',
  ])
})

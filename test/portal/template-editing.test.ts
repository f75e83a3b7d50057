// Tests of the pure functions of the template editor.
import { describe, expect, it } from 'vitest'
import { findPlaceholders } from '../../portal/src/pages/templates/editor/code/placeholder-check.ts'
import { directionOf } from '../../portal/src/pages/templates/editor/code/text-syntax.ts'
import { variablesOf } from '../../portal/src/pages/templates/editor/content/edited-template.ts'
import { contentOf, editedOf } from '../../portal/src/pages/templates/editor/content/stored-content.ts'
import { exampleData, usedNames } from '../../portal/src/pages/templates/editor/samples.ts'
import { firstSource } from '../../portal/src/pages/templates/editor/texts/first-source.ts'

const stored = (locales: Record<string, unknown>, engine: 'placeholders' | 'liquid' = 'placeholders') => ({
  name: 'Receipt',
  essential: false,
  sensitive: ['code'],
  engine,
  layout: null,
  defaults: {},
  locales,
})

describe('the content of the template editor', () => {
  it('the editor does not change the content that it reads and saves, in every format of email', () => {
    const emails = [
      { markdown: true },
      { html: '<p>Hi</p>', subject: 'Own' },
      { mjml: '<mjml></mjml>' },
      { body: 'Own text' },
    ]
    for (const email of emails) {
      const content = stored({ en: { subject: 'Hi', body: 'Text', channels: { email, discord: { embeds: [] } } } })
      expect(contentOf(editedOf(content))).toEqual(content)
    }
  })

  it('the editor shows the field `markdown` of an email as the text of the email, with Markdown turned on', () => {
    const content = editedOf(stored({ en: { body: 'Text', channels: { email: { markdown: '# Title' } } } }))
    expect(contentOf(content).locales.en).toEqual({
      body: 'Text',
      channels: { email: { body: '# Title', markdown: true } },
    })
  })

  it('the list of variables omits the placeholders in HTML that the service itself fills', () => {
    const html = '{{name}} {{actions}} {{unsubscribe_url}}'
    expect(variablesOf(editedOf(stored({ en: { body: '{{order}}', channels: { email: { html } } } })))).toEqual([
      'order',
      'name',
    ])
  })

  it('the editor does not report the braces in CSS as placeholders', () => {
    const html = '<style>@media print{p{color:red}}</style>{{name}} {{ not one }}'
    const found = findPlaceholders(html, ['name', 'red'], true)
    expect(found.map(({ kind, name }) => [kind, name])).toEqual([
      ['fine', 'name'],
      ['malformed', '{{ not one }}'],
    ])
  })

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['ur_PK', 'rtl'],
    ['az-Arab', 'rtl'],
    ['ku', 'ltr'],
    ['it', 'ltr'],
    ['not a locale', 'ltr'],
  ])('edits texts of the locale %s in the direction %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction)
  })

  it('the example data contains an entry for each list that a loop reads', () => {
    const body = '{% for item in data.order.items %}{{ item.name }} {{ item.price }}{% endfor %}{{ data.order.total }}'
    const edited = editedOf(stored({ en: { body } }, 'liquid'))
    const { vars, data } = usedNames(edited, { en: ['name', 'data.order.items', 'data.order.total'] })
    expect(vars).toEqual(['name'])
    expect(JSON.parse(exampleData(data))).toEqual({
      order: { items: [{ name: 'name', price: 'price' }], total: 'total' },
    })
  })

  it('the first HTML or MJML of an email contains the text of the template with escaped characters and unchanged expressions', () => {
    const text = 'Fish & chips, {{ name }}\n\n{% if a > b %}More{% endif %}'
    expect(firstSource('html', text, false)).toBe(
      '<p>Fish &amp; chips, {{ name }}</p>\n<p>{% if a > b %}More{% endif %}</p>\n',
    )
    expect(firstSource('mjml', text, true)).toMatch(/^<mj-section>/)
    expect(firstSource('mjml', text, false)).toMatch(/^<mjml>/)
  })
})

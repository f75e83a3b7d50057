// The syntaxes HTML and Liquid of the text editor. They are in a separate chunk, because most templates need neither.
import type { Completion } from '@codemirror/autocomplete'
import { html } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { bidiIsolates, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

/** The classes are styled in code-editor.css, so that they follow the color scheme. */
const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], class: 'code-tag' },
  { tag: tags.attributeName, class: 'code-attribute' },
  { tag: [tags.string, tags.attributeValue, tags.number, tags.bool], class: 'code-value' },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], class: 'code-comment' },
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword],
    class: 'code-keyword',
  },
  { tag: tags.brace, class: 'code-brace' },
  { tag: [tags.variableName, tags.propertyName], class: 'code-name' },
  { tag: tags.function(tags.variableName), class: 'code-filter' },
])

export function htmlSyntax(): Extension {
  return [html(), syntaxHighlighting(highlighting), bidiIsolates()]
}

/** `sampleData` supplies the names that the editor completes: variables, and the properties of objects. */
export function liquidSyntax(sampleData: () => Record<string, unknown>, names: readonly string[]): Extension {
  const support = liquid({
    variables: names.map((label) => ({ label, type: 'variable' })),
    properties: (path) => propertiesAt(sampleData(), path),
  })
  return [support, syntaxHighlighting(highlighting), bidiIsolates()]
}

/** Returns the properties of a value in the sample data. For a list, returns the properties of its first entry. */
function propertiesAt(data: Record<string, unknown>, path: readonly string[]): Completion[] {
  let value: unknown = data
  for (const name of path) {
    if (Array.isArray(value)) value = value[0]
    value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  if (Array.isArray(value)) return ['first', 'last', 'size'].map((label) => ({ label, type: 'property' }))
  return isFields(value) ? Object.keys(value).map((label) => ({ label, type: 'property' })) : []
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

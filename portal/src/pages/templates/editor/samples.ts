// The sample values of a template, for the preview and for test messages.

import type { EditedTemplate } from './content/edited-template.ts'
import { variablesOf } from './content/edited-template.ts'
import { objectOf } from './content/stored-content.ts'

export interface Samples {
  vars: Record<string, string>
  /** The field `data` of a send request, as JSON. Only templates with Liquid use it. */
  data: string
}

/** The names and paths that a template uses. */
export interface UsedNames {
  vars: string[]
  /** Paths in `data`, such as `order.total`. */
  data: string[]
}

const IN_DATA = /^data\.(?=.)/

/**
 * Returns the names that the template uses. The API analyzes templates with Liquid; the portal finds the placeholders of
 * other templates itself.
 */
export function usedNames(edited: EditedTemplate, analyzed: Record<string, string[]>): UsedNames {
  if (edited.engine === 'placeholders') return { vars: variablesOf(edited), data: [] }
  const names = [...new Set(Object.values(analyzed).flat())]
  return {
    vars: names.filter((name) => name !== 'data' && !IN_DATA.test(name)),
    data: names.filter((name) => IN_DATA.test(name)).map((name) => name.replace(IN_DATA, '')),
  }
}

/** Returns the fields of a request: no empty values, so that their placeholders stay visible, and `data` if it is valid. */
export function sampleFields({ vars, data }: Samples, usesLiquid: boolean) {
  const filled = Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''))
  const object = objectOf(data)
  const hasData = usesLiquid && object !== undefined && Object.keys(object).length > 0
  return { vars: filled, ...(hasData ? { data: object } : {}) }
}

/** Returns the values from which the editor completes names in Liquid. */
export function completionData({ vars, data }: Samples): Record<string, unknown> {
  return { ...vars, data: objectOf(data) ?? {} }
}

type Json = { [name: string]: Json } | Json[] | string

/** Returns an example of `data` with a value for each path: `items[].name` becomes a list with one object. */
export function exampleData(paths: readonly string[]): string {
  const root: { [name: string]: Json } = {}
  for (const path of paths) {
    let at = root
    const names = path.split('.').filter((name) => name !== '')
    names.forEach((name, index) => {
      const known = at[name]
      if (index === names.length - 1) at[name] = known ?? name
      else {
        const next = typeof known === 'object' && !Array.isArray(known) ? known : {}
        at[name] = next
        at = next
      }
    })
  }
  return JSON.stringify(root, null, 2)
}

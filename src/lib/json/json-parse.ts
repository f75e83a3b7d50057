// JSON from outside, parsed once: UTF-8, within its limits, and without keys that reach an object's prototype.

import { isUtf8 } from 'node:buffer'
import { messageOf } from '../thrown.ts'
import { exceededStructure, type StructureLimits } from './json-structure.ts'

export type ParsedJson =
  | { value: unknown }
  /** `structure` names the limit that is exceeded; `text` says why the bytes are no JSON that is accepted. */
  | { structure: keyof StructureLimits }
  | { text: string }

/** Returns the value of a body's bytes, or what is wrong with them. Never throws. A byte order mark is skipped. */
export function parseJson(bytes: Buffer, limits: StructureLimits): ParsedJson {
  const structure = exceededStructure(bytes, limits)
  if (structure !== undefined) return { structure }
  if (!isUtf8(bytes)) return { text: 'The body is not UTF-8, as JSON has to be.' }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const text = bytes.toString('utf8', start)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { text: `The body is not valid JSON: ${messageOf(error)}.` }
  }
  return mayReachPrototype(text) && reachesPrototype(value) ? { text: PROTOTYPE_KEYS } : { value }
}

const PROTOTYPE_KEYS =
  'The body is not accepted: it has the key "__proto__", or the key "constructor" with "prototype" in it.'

/** Either word, or an escape that could spell it. Most texts have none of these, and are not walked through. */
function mayReachPrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u')
}

/** Whether a key is `__proto__`, or `constructor` with an object that has `prototype`. Walks without recursion. */
function reachesPrototype(root: unknown): boolean {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (value === null || typeof value !== 'object') continue
    if (Object.hasOwn(value, '__proto__')) return true
    const made = Object.hasOwn(value, 'constructor') ? value.constructor : undefined
    if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype')) return true
    for (const item of Object.values(value)) if (typeof item === 'object') open.push(item)
  }
  return false
}

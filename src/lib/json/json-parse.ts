// Parses JSON from other systems. The JSON must be UTF-8, must stay within the limits, and must not have keys that
// change the prototype of an object.

import { isUtf8 } from 'node:buffer'
import { messageOf } from '../thrown.ts'
import { exceededStructure, type StructureLimits } from './json-structure.ts'

export type ParsedJson =
  | { value: unknown }
  /**
   * The problem of a body. `structure` is the limit that is exceeded. `text` is the reason why the bytes are refused.
   */
  | { structure: keyof StructureLimits }
  | { text: string }

/** Returns the value of a body, or its problem. Skips a byte order mark. Never throws. */
export function parseJson(bytes: Buffer, limits: StructureLimits): ParsedJson {
  const structure = exceededStructure(bytes, limits)
  if (structure !== undefined) return { structure }
  if (!isUtf8(bytes)) return { text: 'The body is not UTF-8, which JSON requires.' }
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

/**
 * Returns true if the text may contain a forbidden key. Most texts contain none, and then their values need not be
 * searched.
 */
function mayReachPrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u')
}

/**
 * Returns true if the value contains, at any depth, the key `__proto__`, or an object `constructor` with the key
 * `prototype`. Does not recurse.
 */
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

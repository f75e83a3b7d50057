// Parses bodies that contain their own signature. They are parsed before the signature can be verified.
import { fieldsOf, type JsonObject } from '../../../lib/json/json-fields.ts'
import { bodyWork } from '../../../limits.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'

/** The values of bodies, so that each request is parsed once. */
const parsed = new WeakMap<Buffer, unknown>()

/**
 * Returns the value of a body. Returns undefined for a body that is larger than any message of these providers: an
 * unknown caller must not occupy the main thread.
 */
export function parseSigned({ bytes }: { bytes: Buffer }): unknown {
  if (bytes.length > bodyWork.inThread) return undefined
  if (!parsed.has(bytes)) parsed.set(bytes, parseJsonBody({ bytes, contentType: undefined }))
  return parsed.get(bytes)
}

export function signedFields(bytes: Buffer): JsonObject {
  return fieldsOf(parseSigned({ bytes }))
}

// Receives CSV files in request bodies. The handler reads the body as a stream, so that the file is never in memory as a
// whole.
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Refusal, Refused, refuse } from '../../errors.ts'
import { imports } from '../../limits.ts'
import type { HttpDeps } from '../deps.ts'
import type { ManageApp } from './access/rules.ts'

/** In bytes, for the sizes in descriptions. */
export const MEGABYTE = 1024 * 1024

const uploadAborted: Refusal = {
  code: 'unavailable',
  message: 'The upload was aborted: it stalled, the connection broke, or the service is stopping. Send the file again.',
  retryAfter: 5,
}

/**
 * Returns the schema of a CSV file in a request or response body. The schema has no type, because a stream cannot be
 * validated.
 */
export const csv = (description: string): TSchema =>
  Type.Unsafe<unknown>({ description, content: { 'text/csv': { schema: { contentMediaType: 'text/csv' } } } })

/** Runs `work` with the stream of the file in the request's body. */
export type ReceiveFile = <T>(
  request: FastifyRequest,
  most: { bytes: number; tooLong: string },
  work: (file: PassThrough) => Promise<T>,
) => Promise<T>

/** Prepares the scope of `app` for uploads: its routes do not parse bodies. */
export function createUploads(app: ManageApp, { config }: HttpDeps): ReceiveFile {
  /**
   * Functions that abort the running uploads, one for each upload. They are called at a shutdown, so that no upload
   * delays the shutdown.
   */
  const uploads = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of uploads) end()
  })
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  return async (request, most, work) => {
    refuseUnread(request, most)
    const file = new PassThrough()
    const abort = () => file.destroy(new Refused(uploadAborted))
    request.raw.on('error', abort).setTimeout(imports.uploadPause, abort).pipe(file)
    uploads.add(abort)
    try {
      return await work(file)
    } finally {
      // Read and discard the rest of a refused file, because some clients read the response only after they have sent
      // the whole file.
      uploads.delete(abort)
      request.raw.unpipe(file)
      // Remove the timeout listener: while it exists, Node does not close a stalled connection.
      request.raw.off('timeout', abort).setTimeout(config.stallTimeout).resume()
      file.destroy()
    }
  }
}

/**
 * Checks the headers before the body is read. Throws if the body is not CSV in UTF-8, or if its Content-Length is too
 * large.
 */
function refuseUnread({ headers }: FastifyRequest, { bytes, tooLong }: { bytes: number; tooLong: string }): void {
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(one)?.[1]).find(Boolean)
  if (type?.trim() !== 'text/csv' || !['utf-8', 'utf8', 'us-ascii', undefined].includes(charset))
    refuse('unsupported_media_type', 'Send the file itself as the body, in UTF-8, with Content-Type: text/csv.')
  if (Number(headers['content-length']) > bytes) refuse('payload_too_large', tooLong)
}

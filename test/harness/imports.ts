// Uploads files of recipients, waits for their imports and reads the results.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Answer, Tenant, TestClient } from './client.ts'

const tokenOf = ({ dataDir }: TestClient) => readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim()

/** Uploads a file. `query` is for example `mode=test`. */
export async function upload(
  test: TestClient,
  tenant: Tenant,
  file: string | Buffer,
  query = '',
  type = 'text/csv',
): Promise<Answer> {
  const answer = await fetch(`${test.url}/v1/manage/workspaces/${tenant.workspace}/recipients/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(test)}`, 'content-type': type },
    body: file as string,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Sends the beginning of a file and never the rest. Resolves with the answer. */
export function uploadPartly(test: TestClient, tenant: Tenant, part: string): Promise<Pick<Answer, 'status' | 'body'>> {
  return new Promise((resolve, reject) => {
    const sent = request(`${test.url}/v1/manage/workspaces/${tenant.workspace}/recipients/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(test)}`, 'content-type': 'text/csv' },
    })
    sent.on('error', reject)
    sent.on('response', async (answer) => {
      const body = JSON.parse(await textOf(answer))
      sent.destroy()
      resolve({ status: answer.statusCode!, body })
    })
    sent.write(part)
  })
}

/** Waits until the import has ended, and returns it. */
export async function waitForImport(
  test: TestClient,
  tenant: Tenant,
  id: number,
  seconds = 120,
): Promise<Answer['body']> {
  return test.until(async () => {
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/imports/${id}`)
    return body.ended_at !== null && body
  }, seconds)
}

export interface ImportResult {
  id: number
  state: string
  created: number
  updated: number
  unchanged: number
  refused: number
  rows: number
  done: number
  /** One text of the form `line field: reason` for each refused row. */
  problems: string[]
}

/** Imports a complete file and returns the result. */
export async function importFile(
  test: TestClient,
  tenant: Tenant,
  file: string | Buffer,
  query = '',
): Promise<ImportResult> {
  const { status, body } = await upload(test, tenant, file, query)
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
  const result = await waitForImport(test, tenant, body.id)
  const refused = await test.manage(
    'GET',
    `/workspaces/${tenant.workspace}/recipients/imports/${body.id}/refused?limit=100`,
  )
  const problems = refused.body.data.flatMap(
    ({ line, problems }: { line: number; problems: Record<string, string[]> }) =>
      Object.entries(problems).map(([field, reasons]) => `${line} ${field}: ${reasons.join(', ')}`),
  )
  return { ...result, problems }
}

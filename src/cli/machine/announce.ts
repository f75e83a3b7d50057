// Prints the addresses of a service that has started, and the first steps with it.
import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import type { ProcessRole } from '../../process-role.ts'
import type { Listening } from '../../service.ts'

/** Prints the addresses as text, or as a line of JSON. The output precedes the log. */
export async function announce(service: Listening, role: ProcessRole, config: Config, json: boolean): Promise<void> {
  const setUp = role === 'worker' ? undefined : await ownersLink(service)
  return json ? printAddress(service, setUp) : greet(service, role, config, setUp)
}

/**
 * Returns the set-up link, with which a person creates the owner. Returns undefined if the installation has an owner.
 */
async function ownersLink({ db, publicUrl }: Listening): Promise<string | undefined> {
  const { setupLink } = await import('../../members/set-up.ts')
  return setupLink(db, systemClock.now(), publicUrl)
}

function printAddress({ url, publicUrl }: Listening, setUp: string | undefined): void {
  const setup = setUp === undefined ? {} : { setup_url: setUp }
  console.log(JSON.stringify(url === undefined ? { url: null } : { url, public_url: publicUrl, ...setup }))
}

async function greet(service: Listening, role: ProcessRole, config: Config, setUp: string | undefined): Promise<void> {
  if (role === 'worker') {
    console.log('The worker is delivering messages. Stop it with Ctrl-C.')
    return
  }
  const { demoKey } = await import('../../installation/seed.ts')
  const { tokenFile } = await import('../../members/management-tokens.ts')
  const key = await demoKey(service.db, systemClock.now(), service.seal)
  console.log(`
Carillon listens on ${service.url}

  Portal       ${service.publicUrl}
  API          ${service.publicUrl}/v1     documentation: ${service.publicUrl}/docs
  Test inbox   ${service.publicUrl}/test-inbox     in a terminal: carillon test-inbox list
  Token        ${tokenFile(config.dataDir)}     authenticates at the management API
${setUp === undefined ? '' : `\nThis installation has no owner yet. Open this link within a day to create the owner. It works once:\n\n  ${setUp}\n`}${key === undefined ? '' : firstRequest(service.publicUrl, key)}`)
}

function firstRequest(publicUrl: string, key: string): string {
  return `
Send a message, and open the test inbox to read it:

curl -X POST ${publicUrl}/v1/send -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"recipient":{"name":"Ada","email":"ada@example.com"},"template":"welcome","vars":{"name":"Ada"}}'
`
}

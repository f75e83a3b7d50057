// The doctor's check of the OpenID Connect provider. Its settings must be readable through the network.
import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { createOidcProvider, oidcProblem } from '../../members/single-sign-on/provider.ts'
import { type Finding, fail, ok } from './findings.ts'

/** Returns undefined if the installation has no provider. */
export async function providerFinding({ oidc, passwordSignIn }: Config): Promise<Finding | undefined> {
  if (oidc === undefined) return undefined
  try {
    await createOidcProvider(oidc, systemClock).check()
    return ok('sign-in', `OIDC_ISSUER: ${oidc.issuer} responds.`)
  } catch (error) {
    return fail(
      'sign-in',
      `OIDC_ISSUER: ${oidc.issuer} ${oidcProblem(error)}.`,
      `Check OIDC_ISSUER, and OIDC_PRIVATE_HOSTS if the provider has a private address. Until then, ${
        passwordSignIn === 'operators'
          ? 'only operators can sign in, with their passwords'
          : 'members sign in with their passwords'
      }.`,
    )
  }
}

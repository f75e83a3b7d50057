// The sign-in with the OpenID Connect provider: opens the page of the provider.
import { useChange, useRead } from '../api/queries.ts'

/** Returns the provider and the members who may sign in with a password. Undefined until they are loaded. */
export function useSignInOptions() {
  return useRead('readSignInOptions', {}).data
}

/** Returns a function that opens the sign-in page of the provider. `to` is the page that opens afterwards. */
export function useProviderSignIn() {
  const start = useChange('beginProviderSignIn')
  const open = (to?: string) =>
    start.mutate({ body: to === undefined ? {} : { to } }, { onSuccess: ({ url }) => location.assign(url) })
  return { open, isPending: start.isPending || start.isSuccess, error: start.error }
}

/**
 * Returns a path only if it is a path of the portal, because a link to the sign-in page must not redirect to another
 * site.
 */
export function portalPath(to: string | null | undefined): string {
  return to && /^\/(w\/|account|invitation\?)/.test(to) ? to : '/'
}

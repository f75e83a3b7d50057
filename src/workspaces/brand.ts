// The brand of a workspace, which recipients see on pages and in messages.
import { refuseInvalid } from '../errors.ts'
import { checkUrl } from '../lib/safe-url.ts'

export interface Brand {
  name: string
  /** #rrggbb */
  color?: string
  /** https */
  logoUrl?: string
}

/** Returns the brand. Missing and invalid fields are left out; the name is always present. */
export function brandOf({ name, brand }: { name: string; brand: Record<string, unknown> }): Brand {
  const { name: shown, color, logo_url } = brand
  return {
    name: typeof shown === 'string' && shown !== '' ? shown : name,
    ...(typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? { color } : {}),
    ...(typeof logo_url === 'string' && isShowable(logo_url) ? { logoUrl: logo_url } : {}),
  }
}

/**
 * Throws validation_failed for a logo that must not be saved. The browsers and mail programs of recipients load the
 * logo from any network. Therefore its URL must be https, even if the operator permits http for other URLs.
 */
export function refuseWrongBrand(brand: Record<string, unknown> | undefined, allowPrivateNetwork: boolean): void {
  const logo = brand?.logo_url
  if (typeof logo !== 'string') return
  const problem = checkUrl(logo, { allowPrivateNetwork, allowHttp: false })
  if (problem) refuseInvalid({ 'brand.logo_url': [problem] })
}

/**
 * Returns whether a page can show a logo that an earlier version of the service saved. Checks only whether the
 * content security policy of the page permits the form of the URL. Does not check to which network the URL leads.
 */
function isShowable(url: string): boolean {
  return checkUrl(url, { allowPrivateNetwork: true, allowHttp: false }) === undefined
}

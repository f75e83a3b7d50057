// The URLs of a button.
import { brand } from '../brand.ts'

/** The number of characters of an action token (specification, Limits). */
const TOKEN = 64
/** The number of characters of a short code. */
export const SHORT_CODE = 16

/** Returns the URL of a button. Every `token` has 64 characters, so all these URLs have the same length. */
export function actionUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${brand.basePath}/${brand.segment}/action/${token}`
}

/** The path of short links. It is outside of the versioned path, so that the links stay short. */
export const SHORT_PATH = '/a'

/** Returns the short URL of a button, for channels with `shortLinks`. */
export function shortActionUrl(publicUrl: string, code: string): string {
  return `${publicUrl}${SHORT_PATH}/${code}`
}

/** Returns a URL that has the real length but leads nowhere. */
export function dummyActionUrl(publicUrl: string, isShort: boolean): string {
  return isShort ? shortActionUrl(publicUrl, 'x'.repeat(SHORT_CODE)) : actionUrl(publicUrl, 'x'.repeat(TOKEN))
}

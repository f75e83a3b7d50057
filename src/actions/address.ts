// The URL of a button.
import { brand } from '../brand.ts'

/** Returns the URL of a button. Every `token` has 64 characters, so all these URLs have the same length. */
export function actionUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${brand.basePath}/${brand.segment}/action/${token}`
}

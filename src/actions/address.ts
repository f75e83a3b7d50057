// The URL of a button.
import { brand } from '../brand.ts'

/** `token` has 64 letters and digits, so all button URLs have the same length. */
export function actionUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${brand.basePath}/${brand.segment}/action/${token}`
}

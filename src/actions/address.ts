// Where the click on a button leads.
import { brand } from '../brand.ts'

/** `token`: 64 letters and digits, so that every button's address has the same length. */
export function actionUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${brand.basePath}/${brand.segment}/action/${token}`
}

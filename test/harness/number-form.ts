// The form of a WhatsApp number in the portal. WhatsApp has one provider, so its page shows a single connection as a
// form, and several connections as a list.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const secrets = { access_token: 'token', app_secret: 'secret', verify_token: 'verify' }

/** Returns the settings of a number whose provider refuses connections. */
export const numberSettings = (id: string) => ({ phone_number_id: id, ...secrets, api_base: 'http://127.0.0.1:9' })

export const numberField = (page: Page) => page.getByRole('textbox', { name: /^Phone number ID/ })

/** Waits until the open form shows the number. */
export const showsNumber = (page: Page, id: string) =>
  expect.poll(() => numberField(page).inputValue(), { timeout: 60_000 }).toBe(id)

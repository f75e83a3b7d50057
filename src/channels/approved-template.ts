// The types of templates that a provider approves, and of the provider's list of them.
import type { ConnectionSettings } from './inbound.ts'

/** The parts of an approved template to which a message adds content. */
export interface ApprovedShape {
  /**
   * The type of the header. Absent if a message adds nothing to the header. `text`: the header has one variable. Any
   * other value is a media type or a provider-specific format.
   */
  header?: string
  /** The variables of the body in order: "1", "2", … or names. */
  variables: string[]
  /**
   * The buttons in order. A message adds a payload to a `quick_reply` button, and the variable end of the URL to a
   * `url` button. It adds nothing to a `fixed` button.
   */
  buttons: ('quick_reply' | 'url' | 'fixed')[]
}

/** A template in the provider's list. */
export interface ApprovedTemplate {
  name: string
  language: string
  /** The provider's status, such as APPROVED, PAUSED or REJECTED. */
  status: string
  /** The reason why messages cannot use the template. Null if they can use it, or if the status is unknown. */
  refusal: string | null
  category: string | null
  body: string
  shape: ApprovedShape
}

/** Reads the templates that a provider approved. */
export interface Approval<S = ConnectionSettings> {
  /** Returns the approved template that the content names. The default language is the language of `locale`. */
  named(own: Record<string, unknown> | undefined, locale: string): { name: string; language: string } | undefined
  /** Returns whether the settings contain the id of the account whose templates can be listed. */
  listed(settings: S): boolean
  /** Reads the whole list of templates. Does not throw for an error of the provider. */
  list(settings: S, allowPrivateNetwork: boolean, signal: AbortSignal): Promise<ApprovedList>
}

/** The list of templates, or the problems by setting if the list could not be read. */
export type ApprovedList = { templates: ApprovedTemplate[] } | { problems: Record<string, string> }

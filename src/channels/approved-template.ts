// The types of templates that a provider approved.

/** The parts of an approved template that a message has to fill. */
export interface ApprovedShape {
  /**
   * Absent: nothing to fill. `text`: one variable. Other values are a type of media or the provider's own format name.
   */
  header?: string
  /** The variables of the body in order: "1", "2", … or names. */
  variables: string[]
  /**
   * The buttons in order. A `quick_reply` carries a payload, a `url` button a variable suffix, a `fixed` button
   * nothing.
   */
  buttons: ('quick_reply' | 'url' | 'fixed')[]
}

/** A template in the provider's list. */
export interface ApprovedTemplate {
  name: string
  language: string
  /** The provider's status, such as APPROVED, PAUSED or REJECTED. */
  status: string
  /** Why messages cannot use the template; null if they can or if the status is unknown. */
  refusal: string | null
  category: string | null
  body: string
  shape: ApprovedShape
}

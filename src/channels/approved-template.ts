// The types of templates that a provider approved.

/** The parts of an approved template that a message has to fill. */
export interface ApprovedShape {
  /**
   * The kind of header. If it is absent, the header has nothing to fill. `text`: one variable. Any other value is a
   * media type, or the provider's own name of a format.
   */
  header?: string
  /** The variables of the body in order: "1", "2", … or names. */
  variables: string[]
  /**
   * The buttons in order. The message fills a `quick_reply` with a payload and a `url` with the variable end of the
   * URL. It fills nothing in a `fixed` button.
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

// Templates that a provider approved, as its list describes them.

/** What a message has to fill in a template that the provider approved. */
export interface ApprovedShape {
  /** Absent: nothing to fill. `text`: one variable. Anything else but media is the provider's own word. */
  header?: string
  /** Of the body, in its order: "1", "2", … or names. */
  variables: string[]
  /** The buttons in order. A `quick_reply` carries a payload, a `url` button a variable suffix, a `fixed` button nothing. */
  buttons: ('quick_reply' | 'url' | 'fixed')[]
}

/** A template as its provider lists it. */
export interface ApprovedTemplate {
  name: string
  language: string
  /** The provider's word, such as APPROVED, PAUSED or REJECTED. */
  status: string
  /** Why the provider refuses the template; null when it is usable or its state is unknown. */
  refusal: string | null
  category: string | null
  body: string
  shape: ApprovedShape
}

// The parts of a provider that help a member to connect it: form fields, known services, and the webhook to register.
import type { TObject } from 'typebox'
import type { StoredAddresses } from '../address.ts'
import type { ConnectionFindings } from '../findings.ts'
import type { ConnectionSettings, InboundCall, InboundPlace } from '../inbound.ts'

/**
 * A form whose fields differ from the stored settings. Members edit the fields, and the service stores the settings.
 */
export interface SettingsForm<S = ConnectionSettings, Fields = ConnectionSettings> {
  /** The schema of the fields. It also contains `replaces`, because the API and the command accept it. */
  schema: TObject
  /** The stored setting that the fields replace. A request that contains it does not need the fields. */
  replaces: string
  /** Returns the fields of stored settings. If the secrets cannot be decrypted, the settings are incomplete. */
  fields(stored: Partial<S>): ConnectionSettings
  /** Returns the names of the stored secrets to remove because of the given fields. */
  removed(input: ConnectionSettings): string[]
  /** Returns the problems that the schema cannot find, by field. `before` are the fields of the stored settings. */
  problems(fields: Fields, allowPrivateNetwork: boolean, before?: ConnectionSettings): Record<string, string>
  /** Returns the settings to store. The fields are valid. */
  stored(fields: Fields): ConnectionSettings
}

/** A known service. The portal fills in its values. */
export interface Preset {
  name: string
  title: string
  settings: ConnectionSettings
  /** Explains which user and password the service expects. */
  help: string
  /** The page of the service on which a member finds the credentials. */
  link: string
}

/** The webhook that a provider must know before it sends reports to Carillon. */
export interface WebhookSetUp<S = ConnectionSettings> {
  /** Explains where a member registers the URL. */
  help: string
  /** The page of the provider on which a member registers the URL. Absent if the page depends on the account. */
  link?: string
  /** The events to select, with the names that the provider shows. Empty if the provider offers no choice. */
  events: string[]
  /** Registers the URL through the provider's API. Absent if the provider does not permit this. */
  register?(call: RegistrationCall<S>, place: InboundPlace): Promise<Registration>
}

export interface RegistrationCall<S = ConnectionSettings> extends InboundCall<S> {
  now: Date
}

/** The result of a registration. */
export interface Registration extends ConnectionFindings {
  /** The settings to store, for example the key with which the provider signs its reports. */
  settings: ConnectionSettings
}

/** The fields of a provider that the portal, the command and the API show to members. */
export interface ProviderSetUp<S = ConnectionSettings> {
  title: string
  /** Explains where a person finds the values of the settings, in one or two sentences. */
  help: string
  form?: SettingsForm<S>
  presets?: Preset[]
  /** Present if a member or this service registers the inbound webhook at the provider. */
  webhook?: WebhookSetUp<S>
  /** Returns the name of the key that signs a message or its request. Returns undefined if Carillon signs nothing. */
  signature?(settings: S): string | undefined
  /** The channel-specific content of a test. Needed if the provider refuses a text without an earlier conversation. */
  testContent?: Record<string, unknown>
  /** Converts the address of a test to a device. Present if a message goes to devices. */
  testDevice?(
    text: string,
    now: Date,
    allowPrivateNetwork: boolean,
  ): { device: StoredAddresses['push'][number] } | { problem: string }
}

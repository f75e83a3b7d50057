// What a command that talks to a running service finds in the environment, and which database a start works on. Apart from the service's settings, whose
// checks take as long to load as everything else a command does.

/** Where the service is when nobody says anything; config.ts takes them too. */
export const presets = { port: 3000, dataDir: './data' } as const

export interface ClientConfig {
  url: string
  /** Of the management API. */
  token: string | undefined
  /** An API key, to send with. */
  key: string | undefined
  /** Holds the first management token of a service on this machine. */
  dataDir: string
}

/** docs/command.md says what each name means. */
export function readClientConfig(env: NodeJS.ProcessEnv = process.env): ClientConfig {
  const port = env.PORT && env.PORT !== '0' ? env.PORT : presets.port
  return {
    url: env.CARILLON_URL || `http://localhost:${port}`,
    token: env.CARILLON_TOKEN || undefined,
    key: env.CARILLON_KEY || undefined,
    dataDir: env.DATA_DIR || presets.dataDir,
  }
}

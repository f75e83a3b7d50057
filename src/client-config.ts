// Reads the environment variables of commands that call a running service. They are separate from the service's
// settings, because loading the validation of those settings would double the duration of a command.

/** Default port and data folder. src/settings.ts uses the same values. */
export const presets = { port: 3000, dataDir: './data' } as const

export interface ClientConfig {
  url: string
  /** A management token. */
  token: string | undefined
  /** An API key. */
  key: string | undefined
  /** The data folder of a service on this machine. It contains the first management token. */
  dataDir: string
}

/** Reads the variables. docs/command.md describes each variable. */
export function readClientConfig(env: NodeJS.ProcessEnv = process.env): ClientConfig {
  const port = env.PORT && env.PORT !== '0' ? env.PORT : presets.port
  return {
    url: env.CARILLON_URL || `http://localhost:${port}`,
    token: env.CARILLON_TOKEN || undefined,
    key: env.CARILLON_KEY || undefined,
    dataDir: env.DATA_DIR || presets.dataDir,
  }
}

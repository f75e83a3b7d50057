// The dependencies of the functions that sign a member in.
import type { Config } from '../config.ts'
import type { Seal } from '../lib/seal.ts'
import type { Database } from '../store/database.ts'
import type { NetworkLimits } from './network-limits.ts'

export interface SignInTools {
  db: Database
  seal: Seal
  networkLimits: NetworkLimits
  config: Pick<Config, 'oidc' | 'passwordSignIn'>
}

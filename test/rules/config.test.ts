// Invalid settings. The error names each setting and its valid values.
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'

describe('invalid settings', () => {
  it.each<[Record<string, string>, string]>([
    [{ PORT: 'high' }, 'PORT must be a whole number'],
    [{ PORT: '65536' }, 'PORT must be at most 65535'],
    [{ DATABASE_POOL: '1' }, 'DATABASE_POOL must be at least 2'],
    [{ API_PROCESSES: '0' }, 'API_PROCESSES must be auto, or a number from 1 to 64'],
    [{ WORKER_PROCESSES: '65' }, 'WORKER_PROCESSES must be auto, or a number from 1 to 64'],
    [{ API_PROCESSES: 'many' }, 'API_PROCESSES must be auto'],
    [{ MASTER_KEY: 'short' }, 'MASTER_KEY must have at least 16 characters'],
    [{ RETENTION_DAYS: '6' }, 'RETENTION_DAYS must be 0, or at least 7'],
    [{ RETENTION_DAYS: '-1' }, 'RETENTION_DAYS must be at least 0'],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
      'METRICS_HOST 0.0.0.0 is reachable from the network: set METRICS_TOKEN',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ ALLOW_PRIVATE_NETWORK: 'maybe' }, 'ALLOW_PRIVATE_NETWORK must be true or false'],
    [{ PUBLIC_URL: 'notify.example' }, 'PUBLIC_URL must have a format such as https://notify.example.com'],
    [
      { PUBLIC_URL: 'https://notify.example/carillon' },
      'PUBLIC_URL must have a format such as https://notify.example.com',
    ],
    [{ PUBLIC_URL: 'https://notify.example?a=b' }, 'PUBLIC_URL must have a format such as'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must have a format such as smtps://user:password@'],
    [{ DATABASE_URL: 'mysql://db.example/x' }, 'DATABASE_URL must have a format such as postgres://user:password@'],
    [{ DATABASE_URL: 'postgres://u:p/w@db.example/x' }, 'DATABASE_URL is not a valid URL: percent-encode / as %2F'],
  ])('refuses the settings %j, and the error names the rule that they violate', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(message)
  })

  it('reports all invalid settings in one error', () => {
    expect(() => readConfig({ PORT: 'high', LOG_LEVEL: 'loud' })).toThrow(/PORT .*; LOG_LEVEL /)
  })

  it('normalizes PUBLIC_URL, treats empty settings as unset and accepts a socket in DATABASE_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://notify.example/', PORT: '' })).toMatchObject({
      publicUrl: 'https://notify.example',
      port: 3000,
    })
    const socket = 'postgres://carillon@/carillon?host=/var/run/postgresql'
    expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket)
  })
})

// Splits the URL of a database that lists several hosts.

/** The scheme with the user, the hosts, and the rest of a URL. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]+)(.*)$/s

/** Returns one URL for each host in the URL of a database. A URL without a host is returned unchanged. */
export function hostUrls(url: string): string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`)
}

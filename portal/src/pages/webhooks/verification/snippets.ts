// Functions that verify the signature of a request to an endpoint, in five languages. test/rules/snippets.test.ts runs
// each of them if its language is installed.

export interface Snippet {
  name: string
  code: string
}

const node = `import { createHmac, timingSafeEqual } from 'node:crypto'

// rawBody: the unparsed body. headers: their names in lower case.
export function verify(rawBody, headers, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(rawBody).digest()
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const python = `import base64
import hashlib
import hmac
import time


# raw_body: the unparsed body as bytes. headers: their names in lower case.
def verify(raw_body, headers, secret):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(
        hmac.compare_digest(signature.removeprefix("v1,").encode(), expected)
        for signature in signatures
    )
`

const php = `<?php
// $rawBody: file_get_contents('php://input'). $headers: their names in lower case.
function verify(string $rawBody, array $headers, string $secret): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals("v1,$expected", $signature)) {
            return true;
        }
    }
    return false;
}
`

const ruby = `require "base64"
require "openssl"

# raw_body: the unparsed body. headers: their names in lower case.
def verify(raw_body, headers, secret)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  return false unless timestamp.match?(/\\A\\d+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  content = "#{id}.#{timestamp}.".b + raw_body.b
  expected = "v1," + Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, content))
  headers["webhook-signature"].to_s.split(" ").any? do |signature|
    OpenSSL.secure_compare(signature, expected)
  end
end
`

const go = `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify checks a request. rawBody is the unparsed body.
func Verify(rawBody []byte, header http.Header, secret string) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}
`

export const snippets = {
  node: { name: 'Node.js', code: node },
  python: { name: 'Python', code: python },
  php: { name: 'PHP', code: php },
  ruby: { name: 'Ruby', code: ruby },
  go: { name: 'Go', code: go },
} satisfies Record<string, Snippet>

export type SnippetLanguage = keyof typeof snippets

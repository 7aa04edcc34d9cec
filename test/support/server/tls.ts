/** A certificate for localhost and its key, only for tests: the key is public. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEBt0yf1rgyYQl/bf
u/foQ81MpsgmiceiWw2Ihu4EmF2hRANCAATFx/vnlrfO45zf/xAZJRu1wH8r9gLt
wV3UYsk7ktMXwUmzPzP8PDUkdoDagRBAJNiG1022B3E0Xu9k0dFlQtNu
-----END PRIVATE KEY-----
`

const CERT = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUH1h64qxDvdOXlo5eMrDyYJobs1UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIwMDkwMFoYDzIxMjYxMDI4
MjAwOTAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATFx/vnlrfO45zf/xAZJRu1wH8r9gLtwV3UYsk7ktMXwUmzPzP8PDUk
doDagRBAJNiG1022B3E0Xu9k0dFlQtNuo28wbTAdBgNVHQ4EFgQU+PtlplFslT4F
EYccj3fenYAYSiAwHwYDVR0jBBgwFoAU+PtlplFslT4FEYccj3fenYAYSiAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhANikOvwXA98V4pJTSIcIhvWUcZOdCmuaSRdsV/8ZeierAiEA
r2JFhTvTii0OhHeWpCZfbH+ySWrxjBD5V0mMzUOQF7s=
-----END CERTIFICATE-----
`

/** Paths of the two as files, in a folder that the caller removes. */
export function tlsFiles(): { folder: string; cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, CERT)
  writeFileSync(key, KEY)
  return { folder, cert, key }
}

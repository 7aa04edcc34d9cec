/** The demo as described by its printed output. */

export interface Demo {
  readonly address: string
  readonly username: string
  readonly password: string
  readonly secret: string
}

/** Parses the output of `npm run demo`. */
export function readAnnouncement(output: string): Demo {
  const told = (label: string): string => {
    const value = new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(output)?.[1]
    if (value === undefined) throw new Error(`The demo did not say its ${label}: ${output}`)
    return value
  }
  return {
    address: told('Address'),
    username: told('User name'),
    password: told('Password'),
    secret: told('Authenticator secret'),
  }
}

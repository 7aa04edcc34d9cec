/** The five secrets of a NetSuite integration (token-based authentication). */
export interface Credentials {
  /** In the spelling of the realm: `1234567_SB1`. */
  readonly accountId: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly tokenId: string
  readonly tokenSecret: string
}

/** Made-up credentials, the ones of the test vectors (erp.md section 3). */
export const sandboxCredentials: Credentials = {
  accountId: '1234567_SB1',
  consumerKey: 'ck-1',
  consumerSecret: 'cs-1',
  tokenId: 'tk-1',
  tokenSecret: 'ts-1',
}

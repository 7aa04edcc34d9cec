/** What the page and the worker that reads codes say to each other. */

/** A picture of the camera, or a photo. */
export type Picture = ImageBitmap | Blob

export interface ReadRequest {
  readonly nth: number
  readonly picture: Picture
}

export type ReadReply =
  /** The codes in the picture, with their symbology prefix, the one next to its middle first; none if it is no picture. */
  | { readonly nth: number; readonly codes: readonly string[] }
  /** The reader cannot be had: it was never loaded on this device, and there is no network. */
  | { readonly nth: number; readonly failed: true }

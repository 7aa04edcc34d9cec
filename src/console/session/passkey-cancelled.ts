/** Whether the person closed the sheet of a passkey, or it timed out: nothing went wrong. */
export function isCancelled(thrown: unknown): boolean {
  return (
    thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError')
  )
}

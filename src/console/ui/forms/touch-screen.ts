/** Whether the device is used by finger, so that a focused field brings up a keyboard over the page. */
export function isTouchScreen(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

/** Whether the console runs as an installed app, which has no tab to close (decisions.md 3.3). */
export function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  )
}

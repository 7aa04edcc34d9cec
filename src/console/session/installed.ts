/** Whether the console runs as an installed app, which has no tab to close (decisions/console/session.md). */
export function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  )
}

// Before anything else has arrived: a first load that breaks off shows Retry, never a blank page.
;(() => {
  const GIVES_UP_AFTER_MS = 30000
  const part = (name) => document.querySelector(`[data-boot="${name}"]`)
  const fail = () => {
    part('loading')?.setAttribute('hidden', '')
    part('failed')?.removeAttribute('hidden')
  }
  part('retry')?.addEventListener('click', () => window.location.reload())
  window.addEventListener('dockside:boot-failed', fail)
  window.addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement)
        fail()
    },
    true,
  )
  setTimeout(fail, GIVES_UP_AFTER_MS)
})()

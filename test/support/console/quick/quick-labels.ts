/**
 * The labels of a field without jsdom's search, which goes through the whole page for each label of the page: on a
 * screen with many fields, finding one by its label took half a second.
 */

const LABELLED = [
  'HTMLButtonElement',
  'HTMLInputElement',
  'HTMLMeterElement',
  'HTMLOutputElement',
  'HTMLProgressElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
] as const

type Labelled = HTMLElement & { readonly labels: NodeListOf<HTMLLabelElement> | null }

const quickened = new WeakSet<Window>()

/** Makes `labels` quick. It is an array that does not follow the page, which no test and no library relies on. */
export function quickenLabels(page: Window & typeof globalThis): void {
  if (quickened.has(page)) return
  quickened.add(page)
  for (const name of LABELLED) {
    const { prototype } = page[name]
    const slow = Object.getOwnPropertyDescriptor(prototype, 'labels')
    Object.defineProperty(prototype, 'labels', {
      ...slow,
      get(this: Labelled) {
        if (isHidden(this)) return slow?.get?.call(this) as unknown
        return labelsOf(this)
      },
    })
  }
}

function isHidden(field: Labelled): boolean {
  return field.localName === 'input' && (field as Element as HTMLInputElement).type === 'hidden'
}

function labelsOf(field: Labelled): HTMLLabelElement[] {
  const root = field.getRootNode()
  const within = 'getElementById' in root ? (root as Document) : null
  if (!within) return []
  // By tag: jsdom caches that list until the page changes, but evaluates a selector on every call.
  const labels = Array.from(within.getElementsByTagName('label'))
  return labels.filter((label) => {
    const id = label.getAttribute('for')
    if (id === null) return label.contains(field) && label.control === field
    return id !== '' && id === field.id && within.getElementById(id) === field
  })
}

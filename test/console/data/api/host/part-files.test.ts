import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { onUpdateOffer } from '#console/data/api/host/new-version.ts'
import { FileLoadError, loadPart } from '#console/data/api/host/part-files.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const MODULE = { part: true }
const script = () =>
  new HttpResponse('export {}', { headers: { 'content-type': 'text/javascript' } })
const page = (...scripts: readonly string[]) =>
  HttpResponse.html(
    scripts.map((src) => `<script type="module" crossorigin src="${src}"></script>`).join(''),
  )

let count = 0
/** A file that no test has requested yet. */
const newFile = (kind = 'js') => `assets/part-${String((count += 1))}.${kind}`
const importing = () => vi.fn<() => Promise<typeof MODULE>>(async () => MODULE)

afterEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})

/** Opens a part, and counts the requests for its files. */
function serving(file: string, answer: () => Response) {
  const asked = vi.fn<() => void>()
  api.use(
    http.get(`/${file}`, () => {
      asked()
      return answer()
    }),
  )
  return asked
}

/** Serves scripts that note, in this order, when they are evaluated and when the next task begins. */
function evaluating(files: readonly string[]): string[] {
  const order: string[] = []
  for (const file of files) {
    serving(file, script)
    vi.doMock(`/${file}`, () => {
      order.push(file)
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => {
        order.push(`after ${file}`)
        channel.port1.close()
      })
      channel.port1.start()
      channel.port2.postMessage(null)
      return {}
    })
  }
  return order
}

/** Answers of a host that do not contain a script. */
const LOST: readonly [what: string, answer: () => Response][] = [
  ['does not answer', () => HttpResponse.error()],
  ['does not have it any more', () => new HttpResponse(null, { status: 404 })],
  ['answers with its page', () => HttpResponse.html('<!doctype html>')],
  ['breaks off', () => breakingOff()],
]

function breakingOff(): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('export'))
      controller.error(new Error('broken on purpose'))
    },
  })
  return new HttpResponse(body, { headers: { 'content-type': 'text/javascript' } })
}

describe('the files of a part', () => {
  test('the files of a part are fetched before it is imported, each once', async () => {
    const file = newFile()
    const asked = serving(file, script)
    const part = importing()
    expect(await loadPart(part, [file])).toBe(MODULE)
    await loadPart(part, [file])
    expect(asked).toHaveBeenCalledTimes(1)
    expect(part).toHaveBeenCalledTimes(2)
  })

  test('the scripts that a part imports are evaluated before it, each in a task of its own', async () => {
    const files = [newFile(), newFile(), newFile()]
    const order = evaluating(files)
    const [own = '', first = '', second = ''] = files
    const part = async () => {
      order.push(own)
      return MODULE
    }
    await loadPart(part, files)
    expect(order).toEqual([first, `after ${first}`, second, `after ${second}`, own])
    await loadPart(part, files)
    expect(order.filter((name) => name === first)).toEqual([first])
  })

  test('two parts that open at once both wait for the script that they share', async () => {
    const files = [newFile(), newFile(), newFile()]
    const order = evaluating(files)
    const [one = '', other = '', shared = ''] = files
    const open = (own: string) =>
      loadPart(async () => {
        order.push(own)
      }, [own, shared])
    await Promise.all([open(one), open(other)])
    expect(order.slice(0, 2)).toEqual([shared, `after ${shared}`])
    expect(order.slice(2).toSorted()).toEqual([one, other])
  })

  test('files that the page already has are not fetched', async () => {
    const [first, second] = [newFile(), newFile()]
    document.head.innerHTML = `<link rel="modulepreload" href="/${first}">`
    document.body.innerHTML = `<script type="text/plain" src="/${second}"></script>`
    expect(await loadPart(importing(), [first, second])).toBe(MODULE)
  })

  test.each(LOST)(
    'files are fetched again if the host %s, and nothing is imported before they arrive',
    async (_what, answer) => {
      api.use(http.get('/index.html', () => HttpResponse.error()))
      const file = newFile()
      const asked = serving(file, answer)
      const part = importing()
      await expect(loadPart(part, [file])).rejects.toThrow(FileLoadError)
      await expect(loadPart(part, [file])).rejects.toThrow(FileLoadError)
      expect(part).not.toHaveBeenCalled()
      expect(asked).toHaveBeenCalledTimes(2)
      api.use(http.get(`/${file}`, script))
      expect(await loadPart(part, [file])).toBe(MODULE)
    },
  )

  test('a style sheet that is lost is fetched again too', async () => {
    api.use(http.get('/index.html', () => HttpResponse.error()))
    const file = newFile('css')
    const link = () => document.head.querySelector(`link[rel=stylesheet][href="/${file}"]`)
    const lost = loadPart(importing(), [file])
    link()?.dispatchEvent(new Event('error'))
    await expect(lost).rejects.toThrow(FileLoadError)
    expect(link()).toBeNull()
    const coming = loadPart(importing(), [file])
    link()?.dispatchEvent(new Event('load'))
    expect(await coming).toBe(MODULE)
  })
})

describe('a lost part', () => {
  /** Gives the open page these scripts. */
  function pageOf(...scripts: readonly string[]): void {
    for (const src of scripts) {
      const element = document.createElement('script')
      Object.assign(element, { type: 'module', src })
      document.body.append(element)
    }
  }
  /** Whether a new version was offered. */
  async function isOffered(fresh: () => Response): Promise<boolean> {
    const offered = vi.fn<() => void>()
    const stop = onUpdateOffer(offered)
    const asked = serving('index.html', fresh)
    const file = newFile()
    serving(file, () => new HttpResponse(null, { status: 404 }))
    await expect(loadPart(importing(), [file])).rejects.toThrow(FileLoadError)
    await until(() => asked.mock.calls.length > 0)
    await settled()
    stop()
    return offered.mock.calls.length > 0
  }

  test.each([
    ['has other scripts by now', true, () => page('/assets/look-1.js', '/assets/index-2.js')],
    ['is of the same version', false, () => page('/assets/look-1.js', '/assets/index-1.js')],
    ['is that of a network on the way', false, () => HttpResponse.html('<h1>Sign in</h1>')],
    ['does not come', false, () => new HttpResponse(null, { status: 502 })],
  ])(
    'a lost part leads to the update offer or not: the page of its host %s',
    async (_what, expected, fresh) => {
      pageOf('/assets/look-1.js', '/assets/index-1.js')
      expect(await isOffered(fresh)).toBe(expected)
    },
  )
})

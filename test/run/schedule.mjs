/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').StepResult} StepResult */
/** @typedef {{ step: Step, result: StepResult, tookMs: number }} Done */

/**
 * The requested steps and the steps that they need, in the order of the list. Test files come last.
 * @param {Step[]} steps
 * @param {string[]} words names of steps, and paths of test files or folders; none: all steps
 * @param {(paths: string[]) => Step} filesStep
 * @throws Error when there is no such step
 */
export function chooseSteps(steps, words, filesStep) {
  if (words.length === 0) return steps
  const paths = words.filter((word) => /[/\\]|\.test\./.test(word))
  const names = words.filter((word) => !paths.includes(word))
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new Error(
      `No such step: ${unknown.join(', ')}. There are ${steps.map((step) => step.name).join(', ')}, and paths of test files.`,
    )
  const files = paths.length > 0 ? [filesStep(paths)] : []
  const chosen = [...steps.filter((step) => names.includes(step.name)), ...files]
  const needed = chosen.flatMap((step) => step.needs)
  return [...steps.filter((step) => [...names, ...needed].includes(step.name)), ...files]
}

/**
 * Runs steps in their order until the time is up: as many in parallel as the cores allow, and always at least one.
 * A step counts as failed when a step that it needs has failed, or when no time is left to run it.
 * @param {Step[]} steps
 * @param {{ cores: number, endsAt: number, now: () => number, onDone: (done: Done) => void }} options times in ms
 * @returns {Promise<Done[]>}
 */
export function runSteps(steps, { cores, endsAt, now, onDone }) {
  /** @type {Set<Step>} */
  const started = new Set()
  /** @type {Done[]} */
  const done = []
  let coresInUse = 0

  return new Promise((resolve) => {
    /** @param {Step} step */
    const start = async (step) => {
      coresInUse += step.cores
      const startedAt = now()
      const result = await attempt(step, done, endsAt - startedAt)
      coresInUse -= step.cores
      const finished = { step, result, tookMs: now() - startedAt }
      done.push(finished)
      onDone(finished)
      startWhatFits()
    }
    const startWhatFits = () => {
      if (done.length === steps.length) resolve(done)
      for (const step of steps) {
        if (started.has(step)) continue
        const fits = coresInUse === 0 || coresInUse + step.cores <= cores
        if (!fits || !step.needs.every((need) => hasEnded(need))) continue
        started.add(step)
        void start(step)
      }
    }
    /** @param {string} name a step that is not part of this run counts as ended */
    const hasEnded = (name) =>
      done.some(({ step }) => step.name === name) || !steps.some((step) => step.name === name)

    startWhatFits()
  })
}

/**
 * @param {Step} step
 * @param {Done[]} done
 * @param {number} remainingMs
 * @returns {Promise<StepResult>}
 */
async function attempt(step, done, remainingMs) {
  const broken = step.needs.find((need) =>
    done.some((other) => other.step.name === need && other.result.failures.length > 0),
  )
  if (broken) return notRun(step, `Not run, because ${broken} failed.`)
  if (remainingMs <= 0) return notRun(step, 'Not run, because the whole run took too long.')
  try {
    return await step.run(remainingMs)
  } catch (error) {
    return notRun(
      step,
      `The step itself broke: ${error instanceof Error ? error.stack : String(error)}`,
    )
  }
}

/**
 * @param {Step} step
 * @param {string} message
 * @returns {StepResult}
 */
function notRun(step, message) {
  return { passed: 0, failures: [{ name: step.name, message }] }
}
